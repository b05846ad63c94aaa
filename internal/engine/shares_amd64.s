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
DATA two<>+0x00(SB)/8, $0x4000000000000000
DATA two<>+0x08(SB)/8, $0x4000000000000000
DATA two<>+0x10(SB)/8, $0x4000000000000000
DATA two<>+0x18(SB)/8, $0x4000000000000000
GLOBL two<>(SB), RODATA|NOPTR, $32
DATA root<>+0x00(SB)/8, $0x3fe6a09e667f3bcd // half the root of 2
DATA root<>+0x08(SB)/8, $0x3fe6a09e667f3bcd
DATA root<>+0x10(SB)/8, $0x3fe6a09e667f3bcd
DATA root<>+0x18(SB)/8, $0x3fe6a09e667f3bcd
GLOBL root<>(SB), RODATA|NOPTR, $32
DATA toRoot<>+0x00(SB)/8, $0x00095f619980c433 // 1 less that, as integers
DATA toRoot<>+0x08(SB)/8, $0x00095f619980c433
DATA toRoot<>+0x10(SB)/8, $0x00095f619980c433
DATA toRoot<>+0x18(SB)/8, $0x00095f619980c433
GLOBL toRoot<>(SB), RODATA|NOPTR, $32
DATA series1<>+0x00(SB)/8, $0x3fe5555555555593 // log1 of elementary.go
DATA series1<>+0x08(SB)/8, $0x3fe5555555555593
DATA series1<>+0x10(SB)/8, $0x3fe5555555555593
DATA series1<>+0x18(SB)/8, $0x3fe5555555555593
GLOBL series1<>(SB), RODATA|NOPTR, $32
DATA series2<>+0x00(SB)/8, $0x3fd999999997fa04
DATA series2<>+0x08(SB)/8, $0x3fd999999997fa04
DATA series2<>+0x10(SB)/8, $0x3fd999999997fa04
DATA series2<>+0x18(SB)/8, $0x3fd999999997fa04
GLOBL series2<>(SB), RODATA|NOPTR, $32
DATA series3<>+0x00(SB)/8, $0x3fd2492494229359
DATA series3<>+0x08(SB)/8, $0x3fd2492494229359
DATA series3<>+0x10(SB)/8, $0x3fd2492494229359
DATA series3<>+0x18(SB)/8, $0x3fd2492494229359
GLOBL series3<>(SB), RODATA|NOPTR, $32
DATA series4<>+0x00(SB)/8, $0x3fcc71c51d8e78af
DATA series4<>+0x08(SB)/8, $0x3fcc71c51d8e78af
DATA series4<>+0x10(SB)/8, $0x3fcc71c51d8e78af
DATA series4<>+0x18(SB)/8, $0x3fcc71c51d8e78af
GLOBL series4<>(SB), RODATA|NOPTR, $32
DATA series5<>+0x00(SB)/8, $0x3fc7466496cb03de
DATA series5<>+0x08(SB)/8, $0x3fc7466496cb03de
DATA series5<>+0x10(SB)/8, $0x3fc7466496cb03de
DATA series5<>+0x18(SB)/8, $0x3fc7466496cb03de
GLOBL series5<>(SB), RODATA|NOPTR, $32
DATA series6<>+0x00(SB)/8, $0x3fc39a09d078c69f
DATA series6<>+0x08(SB)/8, $0x3fc39a09d078c69f
DATA series6<>+0x10(SB)/8, $0x3fc39a09d078c69f
DATA series6<>+0x18(SB)/8, $0x3fc39a09d078c69f
GLOBL series6<>(SB), RODATA|NOPTR, $32
DATA series7<>+0x00(SB)/8, $0x3fc2f112df3e5244
DATA series7<>+0x08(SB)/8, $0x3fc2f112df3e5244
DATA series7<>+0x10(SB)/8, $0x3fc2f112df3e5244
DATA series7<>+0x18(SB)/8, $0x3fc2f112df3e5244
GLOBL series7<>(SB), RODATA|NOPTR, $32

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

// LOG makes Y1 the logarithm of each number in Y0 as log does, or that of a tiny one. It uses Y0 and Y2 to Y6.
#define LOG \
	VMAXPD tiny<>(SB), Y0, Y0; \
	VPADDQ toRoot<>(SB), Y0, Y2; \
	VPSRLQ $52, Y2, Y3; \
	VPOR   whole<>(SB), Y3, Y3; \
	VSUBPD bias<>(SB), Y3, Y3; \
	VPAND  mantissa<>(SB), Y2, Y2; \
	VPADDQ root<>(SB), Y2, Y2; \
	VSUBPD one<>(SB), Y2, Y2; \
	VADDPD two<>(SB), Y2, Y4; \
	VDIVPD Y4, Y2, Y4; \
	VMULPD Y4, Y4, Y5; \
	VMULPD Y5, Y5, Y6; \
	VMULPD series7<>(SB), Y6, Y0; \
	VADDPD series5<>(SB), Y0, Y0; \
	VMULPD Y6, Y0, Y0; \
	VADDPD series3<>(SB), Y0, Y0; \
	VMULPD Y6, Y0, Y0; \
	VADDPD series1<>(SB), Y0, Y0; \
	VMULPD Y5, Y0, Y0; \
	VMULPD series6<>(SB), Y6, Y1; \
	VADDPD series4<>(SB), Y1, Y1; \
	VMULPD Y6, Y1, Y1; \
	VADDPD series2<>(SB), Y1, Y1; \
	VMULPD Y6, Y1, Y1; \
	VADDPD Y1, Y0, Y0; \
	VMULPD half<>(SB), Y2, Y1; \
	VMULPD Y2, Y1, Y1; \
	VADDPD Y1, Y0, Y0; \
	VMULPD Y4, Y0, Y0; \
	VSUBPD Y0, Y1, Y1; \
	VSUBPD Y1, Y2, Y2; \
	VMULPD ln2<>(SB), Y3, Y3; \
	VADDPD Y2, Y3, Y1

// ENTROPY makes Y1 the entropy of each probability in Y0 as entropy does. It uses Y0, Y2 to Y6 and Y10 to Y12.
#define ENTROPY \
	VMOVAPD Y0, Y10; \
	VMOVUPD one<>(SB), Y11; \
	VSUBPD  Y0, Y11, Y11; \
	LOG; \
	VMULPD  Y10, Y1, Y12; \
	VMOVAPD Y11, Y0; \
	LOG; \
	VMULPD  Y11, Y1, Y1; \
	VADDPD  Y1, Y12, Y1; \
	VXORPD  Y2, Y2, Y2; \
	VSUBPD  Y1, Y2, Y1; \
	VCMPPD  $1, Y10, Y2, Y3; \
	VANDPD  Y3, Y1, Y1; \
	VCMPPD  $1, Y11, Y2, Y3; \
	VANDPD  Y3, Y1, Y1

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
	VXORPD       Y9, Y9, Y9

sharpen:
	VMOVUPD (DI), Y10
	VMOVAPD Y10, Y0
	LOG
	VMULPD  Y8, Y1, Y0
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

// func weighWide(sums *sums, ids *kb.ConceptID, terms *term, blocks int, about *danger, dangerValue float64, worths *worths)
TEXT ·weighWide(SB), NOSPLIT, $0-56
	MOVQ sums+0(FP), DI
	MOVQ ids+8(FP), SI
	MOVQ terms+16(FP), R8
	MOVQ blocks+24(FP), CX
	MOVQ about+32(FP), DX
	MOVQ worths+48(FP), R9

weigh:
	VMOVUPD    0(DI), Y0
	VMOVUPD    32(DI), Y1
	VMOVUPD    64(DI), Y2
	VMOVUPD    96(DI), Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y2
	VPERM2F128 $0x20, Y6, Y4, Y10  // yes
	VPERM2F128 $0x31, Y6, Y4, Y8   // outside
	VPERM2F128 $0x20, Y2, Y5, Y14  // the entropy
	VPERM2F128 $0x31, Y2, Y5, Y9   // inside
	MOVLQZX    0(SI), AX
	MOVLQZX    4(SI), BX
	MOVLQZX    8(SI), R10
	MOVLQZX    12(SI), R11
	SHLQ       $5, AX              // the size of term
	SHLQ       $5, BX
	SHLQ       $5, R10
	SHLQ       $5, R11
	VMOVUPD    (R8)(AX*1), Y0
	VMOVUPD    (R8)(BX*1), Y1
	VMOVUPD    (R8)(R10*1), Y2
	VMOVUPD    (R8)(R11*1), Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y2
	VPERM2F128 $0x20, Y6, Y4, Y7   // yes of the background
	VPERM2F128 $0x20, Y2, Y5, Y13  // its entropy
	VPERM2F128 $0x31, Y6, Y4, Y15  // the cost
	VADDPD     Y10, Y7, Y0
	ENTROPY
	VSUBPD     Y13, Y1, Y1
	VSUBPD     Y14, Y1, Y1
	VXORPD     Y2, Y2, Y2
	VMAXPD     Y2, Y1, Y13
	VMOVUPD    Y13, 0(R9)          // the cause
	VXORPD     Y14, Y14, Y14
	CMPB       32(DX), $0          // danger.some
	JEQ        value
	VADDPD     Y9, Y7, Y0
	VADDPD     Y8, Y0, Y0
	ENTROPY
	VMOVAPD    Y1, Y14
	VBROADCASTSD 8(DX), Y0         // danger.perInside
	VMULPD     Y9, Y0, Y0
	VADDPD     Y7, Y0, Y0
	ENTROPY
	VBROADCASTSD 0(DX), Y0         // danger.share
	VMULPD     Y0, Y1, Y1
	VSUBPD     Y1, Y14, Y14
	VBROADCASTSD 16(DX), Y0        // danger.perOutside
	VMULPD     Y8, Y0, Y0
	VADDPD     Y7, Y0, Y0
	ENTROPY
	VBROADCASTSD 0(DX), Y0
	VMOVUPD    one<>(SB), Y2
	VSUBPD     Y0, Y2, Y0
	VMULPD     Y0, Y1, Y1
	VSUBPD     Y1, Y14, Y14
	VXORPD     Y2, Y2, Y2
	VMAXPD     Y2, Y14, Y14

value:
	VMOVUPD      Y14, 32(R9)
	VBROADCASTSD dangerValue+40(FP), Y0
	VMULPD       Y14, Y0, Y0
	VADDPD       Y0, Y13, Y0
	VSUBPD       Y15, Y0, Y0
	VMOVUPD      Y0, 64(R9)
	ADDQ         $128, DI
	ADDQ         $16, SI
	ADDQ         $96, R9
	DECQ         CX
	JNZ          weigh
	VZEROUPPER
	RET

// func promisingWide(sums *sums, bounds *bounds, blocks int, about *danger, promising *uint8)
TEXT ·promisingWide(SB), NOSPLIT, $0-40
	MOVQ         sums+0(FP), DI
	MOVQ         bounds+8(FP), SI
	MOVQ         blocks+16(FP), CX
	MOVQ         about+24(FP), DX
	MOVQ         promising+32(FP), R9
	VBROADCASTSD 8(DX), Y11        // danger.perInside
	VBROADCASTSD 16(DX), Y12       // danger.perOutside
	VBROADCASTSD 24(DX), Y13       // danger.weight
	VMOVUPD      one<>(SB), Y14
	VXORPD       Y15, Y15, Y15
	MOVBLZX      32(DX), BX        // danger.some

bound:
	VMOVUPD    0(DI), Y0
	VMOVUPD    32(DI), Y1
	VMOVUPD    64(DI), Y2
	VMOVUPD    96(DI), Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y2
	VPERM2F128 $0x20, Y6, Y4, Y7   // yes
	VPERM2F128 $0x31, Y6, Y4, Y8   // outside
	VPERM2F128 $0x20, Y2, Y5, Y10  // the entropy
	VPERM2F128 $0x31, Y2, Y5, Y9   // inside
	VMULPD     32(SI), Y7, Y7      // the slope
	VSUBPD     Y10, Y7, Y7
	VSUBPD     64(SI), Y7, Y7      // less the cost
	TESTL      BX, BX
	JEQ        bounded
	VADDPD     0(SI), Y9, Y0       // yes of the background
	VADDPD     Y8, Y0, Y0
	VMULPD     Y0, Y7, Y7
	VSUBPD     Y0, Y14, Y0
	VMULPD     Y0, Y7, Y7
	VMULPD     Y11, Y9, Y9
	VMULPD     Y12, Y8, Y8
	VSUBPD     Y8, Y9, Y9
	VMULPD     Y13, Y9, Y0
	VMULPD     Y9, Y0, Y0
	VADDPD     Y0, Y7, Y7

bounded:
	VCMPPD    $1, Y7, Y15, Y0      // where it is above 0
	VMOVMSKPD Y0, AX
	MOVB      AX, (R9)
	ADDQ      $128, DI
	ADDQ      $96, SI
	INCQ      R9
	DECQ      CX
	JNZ       bound
	VZEROUPPER
	RET

// func entropiesWide(p *float64, blocks int)
TEXT ·entropiesWide(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), DI
	MOVQ blocks+8(FP), CX

entropies:
	VMOVUPD (DI), Y0
	ENTROPY
	VMOVUPD Y1, (DI)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     entropies
	VZEROUPPER
	RET
