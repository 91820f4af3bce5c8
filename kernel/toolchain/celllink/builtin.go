package celllink

import "strings"

// This file has what the compiler names by a number of the toolchain's, see PackageBuiltin. The numbers are those of Go 1.26:
// they count through the list of the runtime's functions and variables, then the types, each before its pointer type.

// builtinList are the names in package runtime. Those with "-" before them only instrumented programs and other processors
// use. Behind a name is its ABI if it is not that of Go functions.
var builtinList = strings.Fields(`
newobject mallocgc panicdivide panicshift panicmakeslicelen panicmakeslicecap throwinit panicwrap gopanic gorecover
goschedguarded goPanicIndex goPanicIndexU goPanicSliceAlen goPanicSliceAlenU goPanicSliceAcap goPanicSliceAcapU
goPanicSliceB goPanicSliceBU goPanicSlice3Alen goPanicSlice3AlenU goPanicSlice3Acap goPanicSlice3AcapU goPanicSlice3B
goPanicSlice3BU goPanicSlice3C goPanicSlice3CU goPanicSliceConvert printbool printfloat64 printfloat32 printint
printhex printuint printcomplex128 printcomplex64 printstring printquoted printpointer printuintptr printiface
printeface printslice printnl printsp printlock printunlock concatstring2 concatstring3 concatstring4 concatstring5
concatstrings concatbyte2 concatbyte3 concatbyte4 concatbyte5 concatbytes cmpstring intstring slicebytetostring
slicebytetostringtmp slicerunetostring stringtoslicebyte stringtoslicerune slicecopy decoderune countrunes convT
convTnoptr convT16 convT32 convT64 convTstring convTslice assertE2I assertE2I2 panicdottypeE panicdottypeI
panicnildottype typeAssert interfaceSwitch ifaceeq efaceeq panicrangestate deferrangefunc rand rand32 makemap64
makemap makemap_small mapaccess1 mapaccess1_fast32 mapaccess1_fast64 mapaccess1_faststr mapaccess1_fat mapaccess2
mapaccess2_fast32 mapaccess2_fast64 mapaccess2_faststr mapaccess2_fat mapassign mapassign_fast32 mapassign_fast32ptr
mapassign_fast64 mapassign_fast64ptr mapassign_faststr mapIterStart mapdelete mapdelete_fast32 mapdelete_fast64
mapdelete_faststr mapIterNext mapclear makechan64 makechan chanrecv1 chanrecv2 chansend1 closechan chanlen chancap
writeBarrier/0 typedmemmove typedmemclr typedslicecopy selectnbsend selectnbrecv selectsetpc selectgo block makeslice
makeslice64 makeslicecopy growslice -unsafeslicecheckptr panicunsafeslicelen panicunsafeslicenilptr
-unsafestringcheckptr panicunsafestringlen panicunsafestringnilptr memmove memclrNoHeapPointers memclrHasPointers
memequal memequal0 memequal8 memequal16 memequal32 memequal64 memequal128 f32equal f64equal c64equal c128equal
strequal interequal nilinterequal memhash memhash0 memhash8 memhash16 memhash32 memhash64 memhash128 f32hash f64hash
c64hash c128hash strhash interhash nilinterhash int64div uint64div int64mod uint64mod float64toint64 float64touint64
float64touint32 int64tofloat64 int64tofloat32 uint64tofloat64 uint64tofloat32 uint32tofloat64 complex128div
-racefuncenter -racefuncexit -raceread -racewrite -racereadrange -racewriterange -msanread -msanwrite -msanmove
-asanread -asanwrite -checkptrAlignment -checkptrArithmetic -libfuzzerTraceCmp1 -libfuzzerTraceCmp2
-libfuzzerTraceCmp4 -libfuzzerTraceCmp8 -libfuzzerTraceConstCmp1 -libfuzzerTraceConstCmp2 -libfuzzerTraceConstCmp4
-libfuzzerTraceConstCmp8 -libfuzzerHookStrCmp -libfuzzerHookEqualFold -addCovMeta x86HasPOPCNT/0 x86HasSSE41/0
x86HasFMA/0 -armHasVFPv4/0 arm64HasATOMICS/0 -loong64HasLAMCAS/0 -loong64HasLAM_BH/0 -loong64HasLSX/0
-riscv64HasZbb/0 -asanregisterglobals deferproc deferprocStack deferreturn newproc panicoverflow sigpanic
gcWriteBarrier duffzero duffcopy morestack/0 morestackc/0 morestack_noctxt/0
`)

// builtinTypes are the types.
var builtinTypes = strings.Split("int8,uint8,int16,uint16,int32,uint32,int64,uint64,float32,float64,complex64,complex128,unsafe.Pointer,uintptr,bool,string,error,func(error) string", ",")

// builtins are the symbols by number, and builtinsUsed are those, by name in the package runtime, that a base must have.
var builtins, builtinsUsed = readBuiltins()

func readBuiltins() (list []named, used map[string]bool) {
	used = map[string]bool{}
	for _, word := range builtinList {
		name, _, isABI0 := strings.Cut(word, "/")
		name, unused := strings.CutPrefix(name, "-")
		used[name] = !unused
		s := named{"runtime." + name, goABI}
		if isABI0 {
			s.abi = 0
		}
		list = append(list, s)
	}
	for _, name := range builtinTypes {
		list = append(list, named{"type:" + name, 0}, named{"type:*" + name, 0})
	}
	return list, used
}
