#include "textflag.h"

// func addWide(sums *sums, rows *listed, n int, weights *[4]float64)
//
// The four sums of a question stand side by side, and so do a row's two figures: P(yes) goes into three of the sums,
// the entropy into one.
TEXT ·addWide(SB), NOSPLIT, $0-32
	MOVQ    sums+0(FP), DI
	MOVQ    rows+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVQ    weights+24(FP), DX
	VMOVUPD (DX), Y0
	TESTQ   CX, CX
	JZ      done

next:
	MOVLQSX   (SI), AX              // listed.at
	SHLQ      $5, AX                // times the size of sums
	VCVTPS2PD 4(SI), X1             // dYes, dEnt
	VPERMPD   $0x04, Y1, Y1         // dYes, dEnt, dYes, dYes
	VMULPD    Y0, Y1, Y1
	VADDPD    (DI)(AX*1), Y1, Y1
	VMOVUPD   Y1, (DI)(AX*1)
	ADDQ      $12, SI               // the size of listed
	DECQ      CX
	JNZ       next

done:
	VZEROUPPER
	RET
