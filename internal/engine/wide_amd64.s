#include "textflag.h"

// Where the bytes of a listed go, so that each of its figures fills the upper three bytes of an integer of four.
DATA spread<>+0x00(SB)/8, $0x0706058004030280
DATA spread<>+0x08(SB)/8, $0x0403028004030280
GLOBL spread<>(SB), RODATA|NOPTR, $16

// The constant unit, 2^-31.
DATA unit<>+0x00(SB)/8, $0x3e00000000000000
GLOBL unit<>(SB), RODATA|NOPTR, $8

// NEXT asks for the rows of the condition after this one, if there is one: they seldom stand where the processor expects
// them. It uses DX and R13.
#define NEXT \
	LEAQ       -4(R11), DX; \
	MOVQ       R11, R13; \
	TESTQ      R12, R12; \
	CMOVQEQ    DX, R13; \
	MOVLQZX    (R13), R13; \
	MOVLQZX    0(R9)(R13*4), R13; \
	LEAQ       (R8)(R13*8), R13; \
	PREFETCHT0 (R13); \
	PREFETCHT0 64(R13); \
	PREFETCHT0 128(R13); \
	PREFETCHT0 192(R13); \
	PREFETCHT0 256(R13); \
	PREFETCHT0 320(R13)

// func gatherWide(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)
//
// The four sums of a question stand side by side, and so do a row's two figures: P(yes) goes into three of the sums,
// the entropy into one. Rows are taken four at once, which is what they are filled up to.
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
	NEXT
	LEAQ    (BX)(BX*2), DX
	VMOVUPD (R10)(DX*8), Y0        // its shares: mix, outside, inside
	VPERMPD $0x90, Y0, Y0          // mix, mix, outside, inside
	VMULPD  Y3, Y0, Y0
	LEAQ    (R8)(SI*8), SI
	LEAQ    (R8)(CX*8), CX

rows:
	MOVWLZX   0(SI), AX            // four times listed.question
	MOVWLZX   8(SI), BX
	MOVWLZX   16(SI), DX
	MOVWLZX   24(SI), R13
	VMOVQ     0(SI), X1
	VMOVQ     8(SI), X4
	VMOVQ     16(SI), X5
	VMOVQ     24(SI), X6
	VPSHUFB   X2, X1, X1           // dYes, dEnt, dYes, dYes
	VPSHUFB   X2, X4, X4
	VPSHUFB   X2, X5, X5
	VPSHUFB   X2, X6, X6
	VCVTDQ2PD X1, Y1
	VCVTDQ2PD X4, Y4
	VCVTDQ2PD X5, Y5
	VCVTDQ2PD X6, Y6
	VMULPD    Y0, Y1, Y1
	VMULPD    Y0, Y4, Y4
	VMULPD    Y0, Y5, Y5
	VMULPD    Y0, Y6, Y6
	VADDPD    (DI)(AX*8), Y1, Y1
	VMOVUPD   Y1, (DI)(AX*8)
	VADDPD    (DI)(BX*8), Y4, Y4
	VMOVUPD   Y4, (DI)(BX*8)
	VADDPD    (DI)(DX*8), Y5, Y5
	VMOVUPD   Y5, (DI)(DX*8)
	VADDPD    (DI)(R13*8), Y6, Y6
	VMOVUPD   Y6, (DI)(R13*8)
	ADDQ      $32, SI              // four times the size of listed
	CMPQ      SI, CX
	JNE       rows
	JMP       condition

done:
	VZEROUPPER
	RET

// The same as spread for four rows, without what is masked: the lowest byte of each integer.
DATA spreads<>+0x00(SB)/8, $0x0706050004030200
DATA spreads<>+0x08(SB)/8, $0x0403020004030200
DATA spreads<>+0x10(SB)/8, $0x0f0e0d000c0b0a00
DATA spreads<>+0x18(SB)/8, $0x0c0b0a000c0b0a00
DATA spreads<>+0x20(SB)/8, $0x1716150014131200
DATA spreads<>+0x28(SB)/8, $0x1413120014131200
DATA spreads<>+0x30(SB)/8, $0x1f1e1d001c1b1a00
DATA spreads<>+0x38(SB)/8, $0x1c1b1a001c1b1a00
GLOBL spreads<>(SB), RODATA|NOPTR, $64

// func gatherWidest(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)
//
// gatherWide with two rows in a register.
TEXT ·gatherWidest(SB), NOSPLIT, $0-48
	MOVQ         sums+0(FP), DI
	MOVQ         rows+8(FP), R8
	MOVQ         starts+16(FP), R9
	MOVQ         shares+24(FP), R10
	MOVQ         live+32(FP), R11
	MOVQ         n+40(FP), R12
	VMOVDQU64    spreads<>(SB), Z2
	VBROADCASTSD unit<>(SB), Y3
	MOVQ         $0xeeeeeeeeeeeeeeee, AX
	KMOVQ        AX, K1

condition:
	DECQ         R12
	JLT          done
	MOVLQZX      (R11), BX
	ADDQ         $4, R11
	MOVLQZX      0(R9)(BX*4), SI
	MOVLQZX      4(R9)(BX*4), CX
	CMPQ         SI, CX
	JEQ          condition
	NEXT
	LEAQ         (BX)(BX*2), DX
	VMOVUPD      (R10)(DX*8), Y0
	VPERMPD      $0x90, Y0, Y0
	VMULPD       Y3, Y0, Y0
	VINSERTF64X4 $1, Y0, Z0, Z0
	LEAQ         (R8)(SI*8), SI
	LEAQ         (R8)(CX*8), CX

rows:
	VMOVDQU       (SI), Y1
	MOVWLZX       0(SI), AX
	MOVWLZX       8(SI), BX
	MOVWLZX       16(SI), DX
	MOVWLZX       24(SI), R13
	VPERMB.Z      Z1, Z2, K1, Z1
	VEXTRACTI64X4 $1, Z1, Y4
	VCVTDQ2PD     Y1, Z1           // of the first two rows
	VCVTDQ2PD     Y4, Z4           // of the others
	VMULPD        Z0, Z1, Z1
	VMULPD        Z0, Z4, Z4
	VEXTRACTF64X4 $1, Z1, Y5
	VEXTRACTF64X4 $1, Z4, Y6
	VADDPD        (DI)(AX*8), Y1, Y1
	VMOVUPD       Y1, (DI)(AX*8)
	VADDPD        (DI)(BX*8), Y5, Y5
	VMOVUPD       Y5, (DI)(BX*8)
	VADDPD        (DI)(DX*8), Y4, Y4
	VMOVUPD       Y4, (DI)(DX*8)
	VADDPD        (DI)(R13*8), Y6, Y6
	VMOVUPD       Y6, (DI)(R13*8)
	ADDQ          $32, SI
	CMPQ          SI, CX
	JNE           rows
	JMP           condition

done:
	VZEROUPPER
	RET
