#include "textflag.h"

// func squaredAVX2(dst, x, points *float64, n, d int)
//
// Twelve lanes at a time, then the last eight or four. R8 is the length of a coordinate's row of points in bytes; the inner loops go
// through the coordinates.
TEXT ·squaredAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ points+16(FP), DX
	MOVQ n+24(FP), R8
	MOVQ d+32(FP), CX
	MOVQ R8, BX
	SHLQ $3, R8

twelve:
	CMPQ   BX, $12
	JLT    eight
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	MOVQ   SI, R11
	MOVQ   DX, R12
	MOVQ   CX, R13

coordinate12:
	VBROADCASTSD (R11), Y6
	VSUBPD       (R12), Y6, Y3
	VSUBPD       32(R12), Y6, Y4
	VSUBPD       64(R12), Y6, Y5
	VMULPD       Y3, Y3, Y3
	VMULPD       Y4, Y4, Y4
	VMULPD       Y5, Y5, Y5
	VADDPD       Y3, Y0, Y0
	VADDPD       Y4, Y1, Y1
	VADDPD       Y5, Y2, Y2
	ADDQ         $8, R11
	ADDQ         R8, R12
	DECQ         R13
	JNZ          coordinate12

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	ADDQ    $96, DI
	ADDQ    $96, DX
	SUBQ    $12, BX
	JMP     twelve

eight:
	CMPQ   BX, $8
	JLT    four
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ   SI, R11
	MOVQ   DX, R12
	MOVQ   CX, R13

coordinate8:
	VBROADCASTSD (R11), Y4
	VSUBPD       (R12), Y4, Y2
	VSUBPD       32(R12), Y4, Y3
	VMULPD       Y2, Y2, Y2
	VMULPD       Y3, Y3, Y3
	VADDPD       Y2, Y0, Y0
	VADDPD       Y3, Y1, Y1
	ADDQ         $8, R11
	ADDQ         R8, R12
	DECQ         R13
	JNZ          coordinate8

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ    $64, DI
	ADDQ    $64, DX
	SUBQ    $8, BX

four:
	TESTQ BX, BX
	JZ    done
	VXORPD Y0, Y0, Y0

coordinate4:
	VBROADCASTSD (SI), Y4
	VSUBPD       (DX), Y4, Y2
	VMULPD       Y2, Y2, Y2
	VADDPD       Y2, Y0, Y0
	ADDQ         $8, SI
	ADDQ         R8, DX
	DECQ         CX
	JNZ          coordinate4

	VMOVUPD Y0, (DI)

done:
	VZEROUPPER
	RET
