#include "textflag.h"

// All but the sign of a number.
DATA magnitude<>+0x00(SB)/8, $0x7fffffffffffffff
DATA magnitude<>+0x08(SB)/8, $0x7fffffffffffffff
GLOBL magnitude<>(SB), RODATA|NOPTR, $16

// func addWide(into *float64, cells *cell, n int, weights *float64, scale float64)
TEXT ·addWide(SB), NOSPLIT, $0-40
	MOVQ   into+0(FP), DI
	MOVQ   cells+8(FP), SI
	MOVQ   n+16(FP), CX
	MOVQ   weights+24(FP), R8
	VMOVSD scale+32(FP), X0

add:
	MOVWLZX 0(SI), AX              // cell.cond
	MOVWLZX 2(SI), BX              // cell.at
	VMULSD  (R8)(BX*8), X0, X1
	VADDSD  (DI)(AX*8), X1, X1
	VMOVSD  X1, (DI)(AX*8)
	ADDQ    $4, SI
	DECQ    CX
	JNZ     add
	RET

// func strongestWide(into, top *float64, cells *cell, n int, weights *float64, scale, damped float64)
TEXT ·strongestWide(SB), NOSPLIT, $0-56
	MOVQ    into+0(FP), DI
	MOVQ    top+8(FP), R9
	MOVQ    cells+16(FP), SI
	MOVQ    n+24(FP), CX
	MOVQ    weights+32(FP), R8
	VMOVSD  scale+40(FP), X0
	VMOVSD  damped+48(FP), X2
	VMOVUPD magnitude<>(SB), X7

strongest:
	MOVWLZX   0(SI), AX
	MOVWLZX   2(SI), BX
	VMULSD    (R8)(BX*8), X0, X1
	VMULSD    X2, X1, X3
	VADDSD    (DI)(AX*8), X3, X3
	VMOVSD    X3, (DI)(AX*8)
	VMOVSD    (R9)(AX*8), X4
	VANDPD    X7, X4, X5
	VANDPD    X7, X1, X6
	VCMPSD    $1, X6, X5, X5       // where the former is weaker
	VBLENDVPD X5, X1, X4, X4
	VMOVSD    X4, (R9)(AX*8)
	ADDQ      $4, SI
	DECQ      CX
	JNZ       strongest
	RET

// func restWide(into, top *float64, cells *cell, n int, rest float64)
TEXT ·restWide(SB), NOSPLIT, $0-40
	MOVQ   into+0(FP), DI
	MOVQ   top+8(FP), R9
	MOVQ   cells+16(FP), SI
	MOVQ   n+24(FP), CX
	VMOVSD rest+32(FP), X0
	VXORPD X2, X2, X2

rest:
	MOVWLZX 0(SI), AX
	VMULSD  (R9)(AX*8), X0, X1
	VADDSD  (DI)(AX*8), X1, X1
	VMOVSD  X1, (DI)(AX*8)
	VMOVSD  X2, (R9)(AX*8)
	ADDQ    $4, SI
	DECQ    CX
	JNZ     rest
	RET

// func tallyWide(cells *cell, n int, figures *asked, shares *shares, t *sums)
TEXT ·tallyWide(SB), NOSPLIT, $0-40
	MOVQ   cells+0(FP), SI
	MOVQ   n+8(FP), CX
	MOVQ   figures+16(FP), R8
	MOVQ   shares+24(FP), R10
	MOVQ   t+32(FP), DI
	VXORPD Y0, Y0, Y0

tally:
	MOVWLZX        0(SI), AX
	MOVWLZX        2(SI), BX
	SHLQ           $4, BX              // the size of asked
	LEAQ           (AX)(AX*2), AX
	VMOVUPD        (R10)(AX*8), Y1     // mix, outside, inside
	VPERMPD        $0x90, Y1, Y1       // mix, mix, outside, inside
	VBROADCASTF128 (R8)(BX*1), Y2
	VPERMILPD      $2, Y2, Y2          // dYes, dEnt, dYes, dYes
	VMULPD         Y2, Y1, Y1
	VADDPD         Y1, Y0, Y0
	ADDQ           $4, SI
	DECQ           CX
	JNZ            tally
	VMOVUPD        Y0, (DI)
	VZEROUPPER
	RET

// func tellWide(cells *cell, n int, figures *asked, alone *float64, slots *int32, rows *float64, told *told)
//
// Of a question, what the conditions of its column add, alone and in each of eight branches.
TEXT ·tellWide(SB), NOSPLIT, $0-56
	MOVQ   cells+0(FP), SI
	MOVQ   n+8(FP), CX
	MOVQ   figures+16(FP), R8
	MOVQ   alone+24(FP), R10
	MOVQ   slots+32(FP), R9
	MOVQ   rows+40(FP), R11
	MOVQ   told+48(FP), DI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD X4, X4, X4

tell:
	MOVWLZX      0(SI), AX
	MOVWLZX      2(SI), BX
	SHLQ         $4, BX
	MOVLQZX      (R9)(AX*4), DX
	SHLQ         $6, DX                // the size of a row of eight
	VBROADCASTSD 0(R8)(BX*1), Y5       // dYes
	VBROADCASTSD 8(R8)(BX*1), Y6       // dEnt
	VMOVUPD      0(R11)(DX*1), Y7
	VMOVUPD      32(R11)(DX*1), Y8
	VMULPD       Y5, Y7, Y9
	VMULPD       Y5, Y8, Y10
	VMULPD       Y6, Y7, Y7
	VMULPD       Y6, Y8, Y8
	VADDPD       Y9, Y0, Y0
	VADDPD       Y10, Y1, Y1
	VADDPD       Y7, Y2, Y2
	VADDPD       Y8, Y3, Y3
	VMOVDDUP     (R10)(AX*8), X9
	VMULPD       (R8)(BX*1), X9, X9    // dYes, dEnt
	VADDPD       X9, X4, X4
	ADDQ         $4, SI
	DECQ         CX
	JNZ          tell
	VMOVUPD      Y0, 0(DI)
	VMOVUPD      Y1, 32(DI)
	VMOVUPD      Y2, 64(DI)
	VMOVUPD      Y3, 96(DI)
	VMOVUPD      X4, 128(DI)
	VZEROUPPER
	RET

// func divideWide(cells *cell, n int, figures *asked, slots *int32, rows *float64, by, sum *[8]float64)
TEXT ·divideWide(SB), NOSPLIT, $0-56
	MOVQ    cells+0(FP), SI
	MOVQ    n+8(FP), CX
	MOVQ    figures+16(FP), R8
	MOVQ    slots+24(FP), R9
	MOVQ    rows+32(FP), R11
	MOVQ    by+40(FP), DX
	MOVQ    sum+48(FP), DI
	VMOVUPD 0(DX), Y2
	VMOVUPD 32(DX), Y3
	VMOVUPD 0(DI), Y0
	VMOVUPD 32(DI), Y1

divide:
	MOVWLZX      0(SI), AX
	MOVWLZX      2(SI), BX
	SHLQ         $4, BX
	MOVLQZX      (R9)(AX*4), DX
	SHLQ         $6, DX
	VBROADCASTSD (R8)(BX*1), Y4        // dYes
	VDIVPD       Y2, Y4, Y5
	VDIVPD       Y3, Y4, Y6
	VMOVUPD      0(R11)(DX*1), Y7
	VMOVUPD      32(R11)(DX*1), Y8
	VMULPD       Y7, Y5, Y5
	VMULPD       Y8, Y6, Y6
	VADDPD       Y5, Y0, Y0
	VADDPD       Y6, Y1, Y1
	VADDPD       Y5, Y7, Y7
	VADDPD       Y6, Y8, Y8
	VMOVUPD      Y7, 0(R11)(DX*1)
	VMOVUPD      Y8, 32(R11)(DX*1)
	ADDQ         $4, SI
	DECQ         CX
	JNZ          divide
	VMOVUPD      Y0, 0(DI)
	VMOVUPD      Y1, 32(DI)
	VZEROUPPER
	RET
