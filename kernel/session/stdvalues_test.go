package session

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// stdValue is a variable that holds something of the standard library, and what a later cell does with it.
type stdValue struct {
	expr string
	use  string // an expression of v that a later cell prints
	kept bool   // the later cell finds the value as it was; otherwise it must be told
}

// stdValues are what newcomers put into variables, by package.
var stdValues = []stdValue{
	{`sha256.New()`, `fmt.Sprintf("%x", v.Sum(nil))`, true},
	{`sha512.New()`, `len(v.Sum(nil))`, true},
	{`sha512.New384()`, `len(v.Sum(nil))`, true},
	{`sha1.New()`, `len(v.Sum(nil))`, true},
	{`sha3.New256()`, `len(v.Sum(nil))`, true},
	{`md5.New()`, `len(v.Sum(nil))`, true},
	{`crc32.NewIEEE()`, `v.Sum32()`, true},
	{`crc64.New(crc64.MakeTable(crc64.ISO))`, `v.Sum64()`, true},
	{`adler32.New()`, `v.Sum32()`, true},
	{`fnv.New64a()`, `v.Sum64()`, true},
	{`func() *maphash.Hash { var h maphash.Hash; h.SetSeed(maphash.MakeSeed()); return &h }()`, `v.Size()`, false}, // its seed is of one process
	{`hmac.New(sha256.New, []byte("key"))`, `len(v.Sum(nil))`, true},
	{`func() cipher.Block { b, _ := aes.NewCipher(make([]byte, 16)); return b }()`, `v.BlockSize()`, true},
	{`func() cipher.AEAD { b, _ := aes.NewCipher(make([]byte, 16)); a, _ := cipher.NewGCM(b); return a }()`, `fmt.Sprintf("%x", v.Seal(nil, make([]byte, 12), []byte("text"), nil))`, true},
	{`func() cipher.Stream { b, _ := aes.NewCipher(make([]byte, 16)); return cipher.NewCTR(b, make([]byte, 16)) }()`, `func() string { out := make([]byte, 4); v.XORKeyStream(out, []byte("text")); return fmt.Sprintf("%x", out) }()`, true},
	{`func() cipher.Block { b, _ := des.NewCipher(make([]byte, 8)); return b }()`, `v.BlockSize()`, true},
	{`func() *rc4.Cipher { c, _ := rc4.NewCipher([]byte("key")); return c }()`, `func() string { out := make([]byte, 4); v.XORKeyStream(out, out); return fmt.Sprintf("%x", out) }()`, true},
	{`crand.Reader`, `func() int { n, _ := v.Read(make([]byte, 4)); return n }()`, true},
	{`ed25519.NewKeyFromSeed(make([]byte, 32))`, `fmt.Sprintf("%x", ed25519.Sign(v, []byte("m"))[:4])`, true},
	{`elliptic.P256()`, `v.Params().BitSize`, false},
	{`func() *ecdh.PrivateKey { k, _ := ecdh.X25519().NewPrivateKey(make([]byte, 32)); return k }()`, `len(v.PublicKey().Bytes())`, true},
	{`bufio.NewReader(strings.NewReader("line one\nline two"))`, `func() string { s, _ := v.ReadString('\n'); return s }()`, true},
	{`bufio.NewWriter(io.Discard)`, `v.Available()`, true},
	{`bufio.NewScanner(strings.NewReader("a\nb"))`, `func() string { v.Scan(); return v.Text() }()`, false},
	{`gzip.NewWriter(io.Discard)`, `func() int { n, _ := v.Write([]byte("abc")); return n }()`, true},
	{`func() *gzip.Reader { var b bytes.Buffer; w := gzip.NewWriter(&b); w.Write([]byte("abc")); w.Close(); r, _ := gzip.NewReader(&b); return r }()`, `func() string { b, _ := io.ReadAll(v); return string(b) }()`, false},
	{`flate.NewReader(bytes.NewReader([]byte{3, 0}))`, `func() string { b, err := io.ReadAll(v); return fmt.Sprint(b, err) }()`, false},
	{`zlib.NewWriter(io.Discard)`, `func() int { n, _ := v.Write([]byte("abc")); return n }()`, true},
	{`zip.NewWriter(io.Discard)`, `v.Close()`, true},
	{`tar.NewWriter(io.Discard)`, `v.Close()`, true},
	{`lzw.NewWriter(io.Discard, lzw.LSB, 8)`, `v.Close()`, false},
	{`bzip2.NewReader(strings.NewReader(""))`, `func() string { _, err := io.ReadAll(v); return fmt.Sprint(err) }()`, true},
	{`tabwriter.NewWriter(io.Discard, 0, 8, 1, ' ', 0)`, `v.Flush()`, true},
	{`json.NewEncoder(io.Discard)`, `v.Encode(1)`, true},
	{`json.NewDecoder(strings.NewReader("{\"a\": 1}"))`, `v.More()`, true},
	{`xml.NewEncoder(io.Discard)`, `v.Encode(1)`, true},
	{`gob.NewEncoder(io.Discard)`, `v.Encode(1)`, true},
	{`csv.NewReader(strings.NewReader("a,b\nc,d"))`, `func() string { r, _ := v.Read(); return r[0] }()`, true},
	{`csv.NewWriter(io.Discard)`, `v.Write([]string{"a"})`, true},
	{`hex.NewEncoder(io.Discard)`, `func() int { n, _ := v.Write([]byte("abc")); return n }()`, true},
	{`base64.NewEncoder(base64.StdEncoding, io.Discard)`, `v.Close()`, true},
	{`base32.StdEncoding`, `v.EncodeToString([]byte("a"))`, true},
	{`binary.ByteOrder(binary.LittleEndian)`, `v.String()`, true},
	{`io.TeeReader(strings.NewReader("abc"), io.Discard)`, `func() string { b, _ := io.ReadAll(v); return string(b) }()`, true},
	{`io.MultiReader(strings.NewReader("a"), strings.NewReader("b"))`, `func() string { b, _ := io.ReadAll(v); return string(b) }()`, true},
	{`io.MultiWriter(io.Discard, new(bytes.Buffer))`, `func() int { n, _ := v.Write([]byte("abc")); return n }()`, true},
	{`io.LimitReader(strings.NewReader("abc"), 2)`, `func() string { b, _ := io.ReadAll(v); return string(b) }()`, true},
	{`io.NopCloser(strings.NewReader("abc"))`, `func() string { b, _ := io.ReadAll(v); return string(b) }()`, true},
	{`io.Discard`, `func() int { n, _ := v.Write([]byte("abc")); return n }()`, true},
	{`io.NewSectionReader(strings.NewReader("abcdef"), 1, 3)`, `v.Size()`, true},
	{`regexp.MustCompile("a(b+)c")`, `v.FindStringSubmatch("xabbc")[1]`, true},
	{`ttemplate.Must(ttemplate.New("t").Parse("{{.}} and {{len .}}"))`, `func() string { var b strings.Builder; v.Execute(&b, "x"); return b.String() }()`, true},
	{`htemplate.Must(htemplate.New("t").Parse("<p>{{.}}</p>"))`, `func() string { var b strings.Builder; v.Execute(&b, "<"); return b.String() }()`, true},
	{`big.NewInt(1).Lsh(big.NewInt(1), 200)`, `v.String()`, true},
	{`big.NewRat(1, 3)`, `v.String()`, true},
	{`new(big.Float).SetPrec(200).SetFloat64(1.5)`, `v.Prec()`, true},
	{`time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC)`, `v.String()`, true},
	{`time.FixedZone("X", 3600)`, `v.String()`, true},
	{`90 * time.Minute`, `v.String()`, true},
	{`func() *url.URL { u, _ := url.Parse("https://u:p@example.org/a?b=c"); return u }()`, `v.User.Username()`, true},
	{`url.Values{"a": {"1"}}`, `v.Encode()`, true},
	{`netip.MustParseAddr("fe80::1%eth0")`, `v.String()`, true},
	{`netip.MustParsePrefix("10.0.0.0/8")`, `v.String()`, true},
	{`map[unique.Handle[string]]any{unique.Make("a"): unique.Make(2)}`, `v[unique.Make("a")] == any(unique.Make(2))`, true},
	{`net.ParseIP("10.1.2.3")`, `v.String()`, true},
	{`func() *list.List { l := list.New(); l.PushBack(1); l.PushBack("b"); return l }()`, `v.Back().Value`, true},
	{`ring.New(3)`, `v.Len()`, true},
	{`func() *strings.Builder { var b strings.Builder; b.WriteString("abc"); return &b }()`, `v.String()`, true},
	{`strings.NewReplacer("a", "b", "c", "d")`, `v.Replace("ac")`, true},
	{`bytes.NewBufferString("abc")`, `v.String()`, true},
	{`func() *scanner.Scanner { var s scanner.Scanner; s.Init(strings.NewReader("x + 1")); return &s }()`, `func() string { v.Scan(); return v.TokenText() }()`, true},
	{`rand.New(rand.NewPCG(1, 2))`, `v.IntN(1000)`, true},
	{`rand.NewChaCha8([32]byte{1})`, `v.Uint64()`, true},
	{`rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 2, 1, 100)`, `v.Uint64()`, true},
	{`mrand.New(mrand.NewSource(1))`, `v.Intn(1000)`, true},
	{`log.New(io.Discard, "p ", 0)`, `v.Prefix()`, true},
	{`slog.New(slog.NewTextHandler(io.Discard, nil))`, `func() string { v.Info("x"); return "logged" }()`, true},
	{`errors.Join(io.EOF, fs.ErrNotExist)`, `errors.Is(v, io.EOF)`, true},
	{`fmt.Errorf("wrapped: %w", io.ErrUnexpectedEOF)`, `errors.Is(v, io.ErrUnexpectedEOF)`, true},
	{`reflect.TypeFor[map[string]int]()`, `v.String()`, true},
	{`unicode.Latin`, `unicode.Is(v, 'x')`, true},
	{`token.NewFileSet()`, `v.Base()`, true},
	{`func() ast.Expr { e, _ := parser.ParseExpr("a+b"); return e }()`, `v.(*ast.BinaryExpr).Op`, true},
	{`context.Background()`, `v.Err()`, true},
	{`os.Stdout`, `v.Name()`, true},
	{`http.Header{"A": {"b"}}`, `v.Get("a")`, true},
	{`mail.Address{Name: "N", Address: "a@example.org"}`, `v.String()`, true},
	{`sync.OnceValue(func() int { return 3 })`, `v()`, false},
	{`new(atomic.Int64)`, `v.Add(2)`, true},
	{`color.RGBA{1, 2, 3, 4}`, `v.R`, true},
	{`image.NewRGBA(image.Rect(0, 0, 2, 2))`, `v.Bounds().Dx()`, true},
	{`palette.Plan9[:3]`, `len(v)`, true},
}

// stdImports are the imports that need a name of their own.
const stdImports = `import (
	crand "crypto/rand"
	htemplate "html/template"
	mrand "math/rand"
	ttemplate "text/template"
	"text/scanner"
	"hash/maphash"
	"image/color/palette"
)
`

// TestStandardLibraryValues declares all of them in one cell, and looks at each in a cell of its own.
func TestStandardLibraryValues(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many cells")
	}
	t.Parallel()
	var declare, compare strings.Builder
	compare.WriteString("%%\n")
	for i, c := range stdValues {
		fmt.Fprintf(&declare, "v%d := %s\n", i, c.expr)
		fmt.Fprintf(&compare, "func() { v := %s; fmt.Printf(\"%%q\\n\", fmt.Sprint(%s)) }()\n", c.expr, c.use)
	}
	s := newTestSession(t, "")
	if out := runCell(t, s, "imports", stdImports); out != "" {
		t.Fatal(out)
	}
	want := strings.Split(runCell(t, s, "compare", compare.String()), "\n")
	if len(want) != len(stdValues) {
		t.Fatal(want)
	}
	if out := runCell(t, s, "declare", declare.String()); out != "" {
		t.Fatal(out)
	}
	variable := regexp.MustCompile(`\bv\b`)
	for i, c := range stdValues {
		if !taken(i) {
			continue
		}
		name := fmt.Sprintf("v%d", i)
		got := runCell(t, s, "look", "fmt.Printf(\"%q\\n\", fmt.Sprint("+variable.ReplaceAllString(c.use, name)+"))")
		told := strings.Contains(got, "· ") && strings.Contains(got, name+" ")
		switch {
		case c.kept && got != want[i]:
			t.Errorf("%s: got %q, want %q", c.expr, got, want[i])
		case !c.kept && !told:
			t.Errorf("%s: nothing was told: %q", c.expr, got)
		}
	}
}
