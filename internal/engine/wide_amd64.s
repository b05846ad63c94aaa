#include "textflag.h"

// Where the bytes of a listed go, so that each of its figures fills the upper three bytes of an integer of four.
DATA spread<>+0x00(SB)/8, $0x0706058004030280
DATA spread<>+0x08(SB)/8, $0x0403028004030280
GLOBL spread<>(SB), RODATA|NOPTR, $16

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
	VMOVDQU spread<>(SB), X2
	TESTQ   CX, CX
	JZ      done

next:
	MOVWLZX   (SI), AX              // listed.question
	SHLQ      $5, AX                // times the size of sums
	VMOVQ     (SI), X1
	VPSHUFB   X2, X1, X1            // dYes, dEnt, dYes, dYes
	VCVTDQ2PD X1, Y1
	VMULPD    Y0, Y1, Y1
	VADDPD    (DI)(AX*1), Y1, Y1
	VMOVUPD   Y1, (DI)(AX*1)
	ADDQ      $8, SI                // the size of listed
	DECQ      CX
	JNZ       next

done:
	VZEROUPPER
	RET
