#include "textflag.h"

// func addWeightedAVX2(dst, weights, rows *float64, n, stride, r int)
//
// Sixteen lanes at a time, then eight, then four; the inner loops go through the rows. R8 is the stride in bytes.
TEXT ·addWeightedAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ n+24(FP), BX
	MOVQ stride+32(FP), R8
	MOVQ r+40(FP), CX
	SHLQ $3, R8

sixteen:
	CMPQ    BX, $16
	JLT     eight
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	MOVQ    SI, R11
	MOVQ    DX, R12
	MOVQ    CX, R13

row16:
	VBROADCASTSD (R11), Y8
	VMULPD       (R12), Y8, Y4
	VMULPD       32(R12), Y8, Y5
	VMULPD       64(R12), Y8, Y6
	VMULPD       96(R12), Y8, Y7
	VADDPD       Y4, Y0, Y0
	VADDPD       Y5, Y1, Y1
	VADDPD       Y6, Y2, Y2
	VADDPD       Y7, Y3, Y3
	ADDQ         $8, R11
	ADDQ         R8, R12
	DECQ         R13
	JNZ          row16

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, DX
	SUBQ    $16, BX
	JMP     sixteen

eight:
	CMPQ    BX, $8
	JLT     four
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	MOVQ    SI, R11
	MOVQ    DX, R12
	MOVQ    CX, R13

row8:
	VBROADCASTSD (R11), Y8
	VMULPD       (R12), Y8, Y4
	VMULPD       32(R12), Y8, Y5
	VADDPD       Y4, Y0, Y0
	VADDPD       Y5, Y1, Y1
	ADDQ         $8, R11
	ADDQ         R8, R12
	DECQ         R13
	JNZ          row8

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ    $64, DI
	ADDQ    $64, DX
	SUBQ    $8, BX

four:
	TESTQ   BX, BX
	JZ      done
	VMOVUPD (DI), Y0

row4:
	VBROADCASTSD (SI), Y8
	VMULPD       (DX), Y8, Y4
	VADDPD       Y4, Y0, Y0
	ADDQ         $8, SI
	ADDQ         R8, DX
	DECQ         CX
	JNZ          row4

	VMOVUPD Y0, (DI)

done:
	VZEROUPPER
	RET
