#include "textflag.h"

// The constants of elementary.go, four times each, and what maxima begin with.
DATA lowest<>+0x00(SB)/8, $0xfff0000000000000
DATA lowest<>+0x08(SB)/8, $0xfff0000000000000
DATA lowest<>+0x10(SB)/8, $0xfff0000000000000
DATA lowest<>+0x18(SB)/8, $0xfff0000000000000
GLOBL lowest<>(SB), RODATA|NOPTR, $32
DATA perStep<>+0x00(SB)/8, $0x40771547652b82fe // tableSize/ln2
DATA perStep<>+0x08(SB)/8, $0x40771547652b82fe
DATA perStep<>+0x10(SB)/8, $0x40771547652b82fe
DATA perStep<>+0x18(SB)/8, $0x40771547652b82fe
GLOBL perStep<>(SB), RODATA|NOPTR, $32
DATA rounding<>+0x00(SB)/8, $0x4338000000000000
DATA rounding<>+0x08(SB)/8, $0x4338000000000000
DATA rounding<>+0x10(SB)/8, $0x4338000000000000
DATA rounding<>+0x18(SB)/8, $0x4338000000000000
GLOBL rounding<>(SB), RODATA|NOPTR, $32
DATA stepHigh<>+0x00(SB)/8, $0x3f662e42fef00000
DATA stepHigh<>+0x08(SB)/8, $0x3f662e42fef00000
DATA stepHigh<>+0x10(SB)/8, $0x3f662e42fef00000
DATA stepHigh<>+0x18(SB)/8, $0x3f662e42fef00000
GLOBL stepHigh<>(SB), RODATA|NOPTR, $32
DATA stepLow<>+0x00(SB)/8, $0x3d5473de6af278ed
DATA stepLow<>+0x08(SB)/8, $0x3d5473de6af278ed
DATA stepLow<>+0x10(SB)/8, $0x3d5473de6af278ed
DATA stepLow<>+0x18(SB)/8, $0x3d5473de6af278ed
GLOBL stepLow<>(SB), RODATA|NOPTR, $32
DATA half<>+0x00(SB)/8, $0x3fe0000000000000
DATA half<>+0x08(SB)/8, $0x3fe0000000000000
DATA half<>+0x10(SB)/8, $0x3fe0000000000000
DATA half<>+0x18(SB)/8, $0x3fe0000000000000
GLOBL half<>(SB), RODATA|NOPTR, $32
DATA third<>+0x00(SB)/8, $0x3fd5555555555555
DATA third<>+0x08(SB)/8, $0x3fd5555555555555
DATA third<>+0x10(SB)/8, $0x3fd5555555555555
DATA third<>+0x18(SB)/8, $0x3fd5555555555555
GLOBL third<>(SB), RODATA|NOPTR, $32
DATA quarter<>+0x00(SB)/8, $0x3fd0000000000000
DATA quarter<>+0x08(SB)/8, $0x3fd0000000000000
DATA quarter<>+0x10(SB)/8, $0x3fd0000000000000
DATA quarter<>+0x18(SB)/8, $0x3fd0000000000000
GLOBL quarter<>(SB), RODATA|NOPTR, $32
DATA fifth<>+0x00(SB)/8, $0x3fc999999999999a
DATA fifth<>+0x08(SB)/8, $0x3fc999999999999a
DATA fifth<>+0x10(SB)/8, $0x3fc999999999999a
DATA fifth<>+0x18(SB)/8, $0x3fc999999999999a
GLOBL fifth<>(SB), RODATA|NOPTR, $32
DATA sixth<>+0x00(SB)/8, $0x3fc5555555555555
DATA sixth<>+0x08(SB)/8, $0x3fc5555555555555
DATA sixth<>+0x10(SB)/8, $0x3fc5555555555555
DATA sixth<>+0x18(SB)/8, $0x3fc5555555555555
GLOBL sixth<>(SB), RODATA|NOPTR, $32
DATA small<>+0x00(SB)/8, $0x3fa5555555555555 // 1/24
DATA small<>+0x08(SB)/8, $0x3fa5555555555555
DATA small<>+0x10(SB)/8, $0x3fa5555555555555
DATA small<>+0x18(SB)/8, $0x3fa5555555555555
GLOBL small<>(SB), RODATA|NOPTR, $32
DATA least<>+0x00(SB)/8, $0xc085e00000000000 // leastExponent
DATA least<>+0x08(SB)/8, $0xc085e00000000000
DATA least<>+0x10(SB)/8, $0xc085e00000000000
DATA least<>+0x18(SB)/8, $0xc085e00000000000
GLOBL least<>(SB), RODATA|NOPTR, $32
DATA ln2<>+0x00(SB)/8, $0x3fe62e42fefa39ef
DATA ln2<>+0x08(SB)/8, $0x3fe62e42fefa39ef
DATA ln2<>+0x10(SB)/8, $0x3fe62e42fefa39ef
DATA ln2<>+0x18(SB)/8, $0x3fe62e42fefa39ef
GLOBL ln2<>(SB), RODATA|NOPTR, $32
DATA one<>+0x00(SB)/8, $0x3ff0000000000000
DATA one<>+0x08(SB)/8, $0x3ff0000000000000
DATA one<>+0x10(SB)/8, $0x3ff0000000000000
DATA one<>+0x18(SB)/8, $0x3ff0000000000000
GLOBL one<>(SB), RODATA|NOPTR, $32
DATA index<>+0x00(SB)/8, $0x00000000000000ff // tableSize-1
DATA index<>+0x08(SB)/8, $0x00000000000000ff
DATA index<>+0x10(SB)/8, $0x00000000000000ff
DATA index<>+0x18(SB)/8, $0x00000000000000ff
GLOBL index<>(SB), RODATA|NOPTR, $32
DATA mantissa<>+0x00(SB)/8, $0x000fffffffffffff // mantissaMask
DATA mantissa<>+0x08(SB)/8, $0x000fffffffffffff
DATA mantissa<>+0x10(SB)/8, $0x000fffffffffffff
DATA mantissa<>+0x18(SB)/8, $0x000fffffffffffff
GLOBL mantissa<>(SB), RODATA|NOPTR, $32
DATA whole<>+0x00(SB)/8, $0x4330000000000000 // 2^52
DATA whole<>+0x08(SB)/8, $0x4330000000000000
DATA whole<>+0x10(SB)/8, $0x4330000000000000
DATA whole<>+0x18(SB)/8, $0x4330000000000000
GLOBL whole<>(SB), RODATA|NOPTR, $32
DATA bias<>+0x00(SB)/8, $0x43300000000003ff // 2^52 and the exponent of 1
DATA bias<>+0x08(SB)/8, $0x43300000000003ff
DATA bias<>+0x10(SB)/8, $0x43300000000003ff
DATA bias<>+0x18(SB)/8, $0x43300000000003ff
GLOBL bias<>(SB), RODATA|NOPTR, $32

// 2^-500, in place of 0, whose logarithm would make the rest slow.
DATA tiny<>+0x00(SB)/8, $0x20b0000000000000
DATA tiny<>+0x08(SB)/8, $0x20b0000000000000
DATA tiny<>+0x10(SB)/8, $0x20b0000000000000
DATA tiny<>+0x18(SB)/8, $0x20b0000000000000
GLOBL tiny<>(SB), RODATA|NOPTR, $32

// EXP makes Y1 e to the power of each number in Y0 as elementary.exp does, with the table at R8. It uses Y0 and Y2 to Y6.
#define EXP \
	VMULPD     perStep<>(SB), Y0, Y2; \
	VADDPD     rounding<>(SB), Y2, Y2; \
	VPAND      index<>(SB), Y2, Y3; \
	VPSLLQ     $44, Y2, Y4; \
	VSUBPD     rounding<>(SB), Y2, Y2; \
	VPCMPEQD   Y5, Y5, Y5; \
	VPGATHERQQ Y5, (R8)(Y3*8), Y1; \
	VPADDQ     Y4, Y1, Y1; \
	VMULPD     stepHigh<>(SB), Y2, Y3; \
	VSUBPD     Y3, Y0, Y3; \
	VMULPD     stepLow<>(SB), Y2, Y4; \
	VSUBPD     Y4, Y3, Y3; \
	VMULPD     small<>(SB), Y3, Y4; \
	VADDPD     sixth<>(SB), Y4, Y4; \
	VMULPD     Y3, Y4, Y4; \
	VADDPD     half<>(SB), Y4, Y4; \
	VMULPD     Y3, Y3, Y6; \
	VMULPD     Y6, Y4, Y4; \
	VADDPD     Y4, Y3, Y3; \
	VMULPD     Y1, Y3, Y3; \
	VADDPD     Y3, Y1, Y1; \
	VCMPPD     $1, least<>(SB), Y0, Y5; \
	VANDNPD    Y1, Y5, Y1

// func saturateWide(pos, neg *float64, blocks int, table *elementary, most, perMost float64) (top float64)
TEXT ·saturateWide(SB), NOSPLIT, $0-56
	MOVQ         pos+0(FP), DI
	MOVQ         neg+8(FP), SI
	MOVQ         blocks+16(FP), CX
	MOVQ         table+24(FP), R8
	VBROADCASTSD most+32(FP), Y8
	VBROADCASTSD perMost+40(FP), Y9
	VXORPD       Y10, Y10, Y10
	VMOVUPD      lowest<>(SB), Y11

saturate:
	VMOVUPD (SI), Y12
	VMULPD  Y9, Y12, Y0
	EXP
	VSUBPD  one<>(SB), Y1, Y1
	VMULPD  Y8, Y1, Y1
	VCMPPD  $1, Y10, Y12, Y5       // where neg < 0
	VBLENDVPD Y5, Y1, Y12, Y1
	VADDPD  (DI), Y1, Y1
	VMOVUPD Y1, (DI)
	VMAXPD  Y1, Y11, Y11
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    CX
	JNZ     saturate
	VEXTRACTF128 $1, Y11, X1
	VMAXPD  X1, X11, X11
	VPERMILPD $1, X11, X1
	VMAXSD  X1, X11, X11
	VMOVSD  X11, top+48(FP)
	VZEROUPPER
	RET

// func shareWide(pos *float64, prior *weights, full, ranked, tempered *float64, blocks int, table *elementary, top float64, totals *[3][4]float64)
TEXT ·shareWide(SB), NOSPLIT, $0-72
	MOVQ         pos+0(FP), DI
	MOVQ         prior+8(FP), R9
	MOVQ         full+16(FP), R12
	MOVQ         ranked+24(FP), R13
	MOVQ         tempered+32(FP), R14
	MOVQ         blocks+40(FP), CX
	MOVQ         table+48(FP), R8
	VBROADCASTSD top+56(FP), Y8
	MOVQ         totals+64(FP), DX
	VXORPD       Y9, Y9, Y9
	VXORPD       Y10, Y10, Y10
	VXORPD       Y11, Y11, Y11
	XORQ         BX, BX

share:
	VMOVUPD (DI)(BX*1), Y0
	VSUBPD  Y8, Y0, Y0
	EXP
	VMULPD  0(R9), Y1, Y2
	VMULPD  32(R9), Y1, Y3
	VMULPD  64(R9), Y1, Y4
	VMOVUPD Y2, (R12)(BX*1)
	VMOVUPD Y3, (R13)(BX*1)
	VMOVUPD Y4, (R14)(BX*1)
	VADDPD  Y2, Y9, Y9
	VADDPD  Y3, Y10, Y10
	VADDPD  Y4, Y11, Y11
	ADDQ    $96, R9
	ADDQ    $32, BX
	DECQ    CX
	JNZ     share
	VMOVUPD Y9, 0(DX)
	VMOVUPD Y10, 32(DX)
	VMOVUPD Y11, 64(DX)
	VZEROUPPER
	RET

// func sharpenWide(mix *float64, blocks int, table *elementary, power float64, total *[4]float64)
TEXT ·sharpenWide(SB), NOSPLIT, $0-40
	MOVQ         mix+0(FP), DI
	MOVQ         blocks+8(FP), CX
	MOVQ         table+16(FP), R8
	VBROADCASTSD power+24(FP), Y8
	MOVQ         total+32(FP), DX
	LEAQ         2048(R8), R9      // elementary.logs
	VXORPD       Y9, Y9, Y9

sharpen:
	VMOVUPD    (DI), Y10
	VMAXPD     tiny<>(SB), Y10, Y11
	VPSRLQ     $44, Y11, Y0
	VPAND      index<>(SB), Y0, Y0
	VPADDQ     Y0, Y0, Y0          // entries of sixteen bytes
	VPCMPEQD   Y5, Y5, Y5
	VGATHERQPD Y5, (R9)(Y0*8), Y1  // inverse
	VPCMPEQD   Y5, Y5, Y5
	VGATHERQPD Y5, 8(R9)(Y0*8), Y2 // log
	VPSRLQ     $52, Y11, Y3
	VPOR       whole<>(SB), Y3, Y3
	VSUBPD     bias<>(SB), Y3, Y3  // exponent
	VPAND      mantissa<>(SB), Y11, Y4
	VPOR       one<>(SB), Y4, Y4
	VMULPD     Y1, Y4, Y4
	VSUBPD     one<>(SB), Y4, Y4   // r
	VMULPD     fifth<>(SB), Y4, Y5
	VMOVUPD    quarter<>(SB), Y6
	VSUBPD     Y5, Y6, Y6
	VMULPD     Y4, Y6, Y6
	VMOVUPD    third<>(SB), Y5
	VSUBPD     Y6, Y5, Y5
	VMULPD     Y4, Y5, Y5
	VMOVUPD    half<>(SB), Y6
	VSUBPD     Y5, Y6, Y6
	VMULPD     Y4, Y4, Y5
	VMULPD     Y5, Y6, Y6
	VSUBPD     Y6, Y4, Y4
	VMULPD     ln2<>(SB), Y3, Y3
	VADDPD     Y2, Y3, Y3
	VADDPD     Y4, Y3, Y3
	VMULPD     Y8, Y3, Y0
	EXP
	VXORPD     Y2, Y2, Y2
	VCMPPD     $1, Y10, Y2, Y5     // where 0 < mix
	VANDPD     Y5, Y1, Y1
	VMOVUPD    Y1, (DI)
	VADDPD     Y1, Y9, Y9
	ADDQ       $32, DI
	DECQ       CX
	JNZ        sharpen
	VMOVUPD    Y9, (DX)
	VZEROUPPER
	RET
