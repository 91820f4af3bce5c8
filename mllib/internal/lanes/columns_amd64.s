#include "textflag.h"

// func addMomentsAVX2(sum, squares, x, origin *float64, weight float64, d int)
TEXT ·addMomentsAVX2(SB), NOSPLIT, $0-48
	MOVQ         sum+0(FP), DI
	MOVQ         squares+8(FP), SI
	MOVQ         x+16(FP), R8
	MOVQ         origin+24(FP), R9
	VBROADCASTSD weight+32(FP), Y0
	MOVQ         d+40(FP), CX
	XORQ         DX, DX

coordinates:
	VMOVUPD (R8)(DX*8), Y1
	VSUBPD  (R9)(DX*8), Y1, Y1
	VMULPD  Y1, Y0, Y2
	VMULPD  Y1, Y2, Y1
	VADDPD  (DI)(DX*8), Y2, Y2
	VADDPD  (SI)(DX*8), Y1, Y1
	VMOVUPD Y2, (DI)(DX*8)
	VMOVUPD Y1, (SI)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, CX
	JLT     coordinates

	VZEROUPPER
	RET

// func narrowAVX2(dst *float32, x, origin, factor *float64, d int)
TEXT ·narrowAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), R8
	MOVQ origin+16(FP), R9
	MOVQ factor+24(FP), R10
	MOVQ d+32(FP), CX
	XORQ DX, DX

coordinates:
	VMOVUPD    (R8)(DX*8), Y1
	VSUBPD     (R9)(DX*8), Y1, Y1
	VMULPD     (R10)(DX*8), Y1, Y1
	VCVTPD2PSY Y1, X1
	VMOVUPS    X1, (DI)(DX*4)
	ADDQ       $4, DX
	CMPQ       DX, CX
	JLT        coordinates

	VZEROUPPER
	RET
