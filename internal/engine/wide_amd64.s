#include "textflag.h"

// Where the bytes of a listed go, so that each of its figures fills the upper three bytes of an integer of four.
DATA spread<>+0x00(SB)/8, $0x0706058004030280
DATA spread<>+0x08(SB)/8, $0x0403028004030280
GLOBL spread<>(SB), RODATA|NOPTR, $16

// The constant unit, 2^-31.
DATA unit<>+0x00(SB)/8, $0x3e00000000000000
GLOBL unit<>(SB), RODATA|NOPTR, $8

// func gatherWide(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)
//
// The four sums of a question stand side by side, and so do a row's two figures: P(yes) goes into three of the sums,
// the entropy into one.
TEXT ·gatherWide(SB), NOSPLIT, $0-48
	MOVQ         sums+0(FP), DI
	MOVQ         rows+8(FP), R8
	MOVQ         starts+16(FP), R9
	MOVQ         shares+24(FP), R10
	MOVQ         live+32(FP), R11
	MOVQ         n+40(FP), R12
	VMOVDQU      spread<>(SB), X2
	VBROADCASTSD unit<>(SB), Y3

condition:
	DECQ    R12
	JLT     done
	MOVLQZX (R11), BX
	ADDQ    $4, R11
	MOVLQZX 0(R9)(BX*4), SI
	MOVLQZX 4(R9)(BX*4), CX
	CMPQ    SI, CX
	JEQ     condition
	LEAQ    (BX)(BX*2), DX
	VMOVUPD (R10)(DX*8), Y0        // its shares: mix, outside, inside
	VPERMPD $0x90, Y0, Y0          // mix, mix, outside, inside
	VMULPD  Y3, Y0, Y0
	LEAQ    (R8)(SI*8), SI
	LEAQ    (R8)(CX*8), CX

row:
	MOVWLZX   (SI), AX             // four times listed.question
	VMOVQ     (SI), X1
	VPSHUFB   X2, X1, X1           // dYes, dEnt, dYes, dYes
	VCVTDQ2PD X1, Y1
	VMULPD    Y0, Y1, Y1
	VADDPD    (DI)(AX*8), Y1, Y1
	VMOVUPD   Y1, (DI)(AX*8)
	ADDQ      $8, SI               // the size of listed
	CMPQ      SI, CX
	JNE       row
	JMP       condition

done:
	VZEROUPPER
	RET
