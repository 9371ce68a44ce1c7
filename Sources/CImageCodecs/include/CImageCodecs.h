// The boundary to the C image libraries. Everything here takes bytes and buffers with their lengths, owns
// nothing past `close`, and calls nothing back. The only `setjmp` of the house lies behind it.
#ifndef C_IMAGE_CODECS_H
#define C_IMAGE_CODECS_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  SL_OK = 0,
  SL_DAMAGED,        // the library refused the data; the message says why
  SL_SHORT,          // the data ended before the picture did
  SL_LONG,           // the data holds more than the picture
  SL_WRONG_SIZE,     // the caller's buffer does not fit; a defect of ours
  SL_OUT_OF_MEMORY,
} sl_status;

// --- libpng: one still datastream, to straight RGBA, 8 bits a sample, 16 bits rounded exactly
// -----------------------
typedef struct sl_png sl_png;
sl_png *sl_png_open(const uint8_t *bytes, size_t count);
sl_status sl_png_read_header(sl_png *self);
uint32_t sl_png_width(const sl_png *self);
uint32_t sl_png_height(const sl_png *self);
sl_status sl_png_read_rgba(sl_png *self, uint8_t *out, size_t count);
const char *sl_png_message(const sl_png *self);
// libpng only warns of data past the picture's end and of a wrong checksum of the data.
long sl_png_warning_count(const sl_png *self);
void sl_png_close(sl_png *self);

// --- giflib: one image's LZW data, to color indices in the order they are stored (interlace untouched)
// --------------- `data` begins at the minimum code size and holds the sub-blocks up to and including the
// empty one. `produced` is the number of complete rows in `out`, which has `width * height` bytes.
sl_status sl_gif_read_indices(const uint8_t *data, size_t count, int width, int height, uint8_t *out,
                              int *produced);

// Writes a GIF of one canvas, with a palette for all frames (three bytes a color, 1...256 of them).
// `loops` is the count of the NETSCAPE2.0 block, which is left out where it is negative. The bytes belong to
// the writer until it is closed; `open` gives NULL where memory ran out.
typedef struct sl_gif_writer sl_gif_writer;
typedef struct {
  int left, top, width, height;
  int disposal;     // as it is stored: 1 keep, 2 background, 3 previous
  int hundredths;   // 0...65535
  int transparent;  // the number of the color that shows what was there; -1 for none
} sl_gif_frame;
sl_gif_writer *sl_gif_writer_open(int width, int height, const uint8_t *palette, int colors, int loops);
// `numbers` holds one color number for each pixel. `colors` is 0 where the palette of all frames serves.
sl_status sl_gif_write_frame(sl_gif_writer *self, const sl_gif_frame *frame, const uint8_t *numbers,
                             size_t count, const uint8_t *palette, int colors);
sl_status sl_gif_writer_finish(sl_gif_writer *self);
const uint8_t *sl_gif_writer_bytes(const sl_gif_writer *self);
size_t sl_gif_writer_count(const sl_gif_writer *self);
void sl_gif_writer_close(sl_gif_writer *self);

// --- libjpeg(-turbo)
// ------------------------------------------------------------------------------------------------
typedef struct sl_jpeg sl_jpeg;
typedef enum { SL_JPEG_RGBA = 0, SL_JPEG_CMYK } sl_jpeg_layout;
sl_jpeg *sl_jpeg_open(const uint8_t *bytes, size_t count);
// The most bytes that may be allocated for a whole picture's coefficients together with what is allocated
// before them; beyond it reading ends in SL_DAMAGED.
void sl_jpeg_allow(sl_jpeg *self, size_t bytes);
sl_status sl_jpeg_read_header(sl_jpeg *self);
sl_jpeg_layout sl_jpeg_pixel_layout(const sl_jpeg *self);
// Four bytes a pixel, in the layout above: RGBA with alpha 255, or CMYK as stored.
sl_status sl_jpeg_read_pixels(sl_jpeg *self, uint8_t *out, size_t count);
const char *sl_jpeg_message(const sl_jpeg *self);
// Warnings are damage too: the first of them with the scan line they came up at, and how many there were.
long sl_jpeg_warning_count(const sl_jpeg *self);
const char *sl_jpeg_warning(const sl_jpeg *self);
uint32_t sl_jpeg_warning_line(const sl_jpeg *self);
// The byte that was being read, from the start of the file, at the first warning and at the failure; a line
// is the first of the row of blocks.
size_t sl_jpeg_warning_position(const sl_jpeg *self);
size_t sl_jpeg_position(const sl_jpeg *self);
uint32_t sl_jpeg_line(const sl_jpeg *self);
void sl_jpeg_close(sl_jpeg *self);

// Compresses straight RGBA (alpha ignored), 4:4:4, optimized Huffman tables: to gray with
// `SL_JPEG_WRITE_GRAY`, to YCbCr otherwise. `icc` may be NULL. The bytes belong to the writer until it is
// closed; `open` gives NULL where memory ran out.
typedef struct sl_jpeg_writer sl_jpeg_writer;
typedef enum { SL_JPEG_WRITE_COLOR = 0, SL_JPEG_WRITE_GRAY } sl_jpeg_write_colors;
sl_jpeg_writer *sl_jpeg_writer_open(void);
sl_status sl_jpeg_write_rgba(sl_jpeg_writer *self, const uint8_t *pixels, size_t count, uint32_t width,
                             uint32_t height, int quality, sl_jpeg_write_colors colors, const uint8_t *icc,
                             size_t icc_count);
const uint8_t *sl_jpeg_writer_bytes(const sl_jpeg_writer *self);
size_t sl_jpeg_writer_count(const sl_jpeg_writer *self);
const char *sl_jpeg_writer_message(const sl_jpeg_writer *self);
void sl_jpeg_writer_close(sl_jpeg_writer *self);

// --- libwebp
// ----------------------------------------------------------------------------------------------------------
// One still to straight RGBA; `file` is a whole WebP file of one picture. SL_SHORT: its data ends before the
// picture does; SL_WRONG_SIZE: it has another size. What `out` holds then is no picture.
sl_status sl_webp_read_rgba(const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *out,
                            size_t capacity);

// A picture of straight RGBA, compressed as often as is asked for; `open` gives NULL where memory ran out or
// the size is none of a WebP's, 1...16383 px a side. Each write leaves a whole WebP file of one picture in
// `bytes`, which belong to the writer until the next. SL_LONG: more bytes than the format can hold.
typedef struct sl_webp_writer sl_webp_writer;
sl_webp_writer *sl_webp_writer_open(const uint8_t *pixels, size_t count, uint32_t width, uint32_t height);
// VP8L. `nearness` is 100 where every pixel stays, and down to 0 the less they do; `method` is 0...6 and
// `effort` 0...100.
sl_status sl_webp_write_lossless(sl_webp_writer *self, int nearness, int method, int effort);
// VP8 of a quality of 0...100, with alpha or as if every pixel were opaque. Alpha stays exact at an
// `alpha_quality` of 100, and has fewer levels the less it is; 0 and 255 stay.
sl_status sl_webp_write_lossy(
    sl_webp_writer *self, float quality, int method, int alpha_quality, int with_alpha);
const uint8_t *sl_webp_writer_bytes(const sl_webp_writer *self);
size_t sl_webp_writer_count(const sl_webp_writer *self);
void sl_webp_writer_close(sl_webp_writer *self);

// --- Memory
// Gives the system back what is kept of freed memory. Does nothing where the C library is another.
void sl_return_freed_memory(void);

// --- libdeflate
// -----------------------------------------------------------------------------------------------------
// Inflates one zlib stream. SL_LONG: the stream holds more than `capacity`; SL_SHORT: the data ended early or
// the stream holds less than `capacity` (then `*produced` says how much). `*consumed` is where the stream
// ended.
sl_status sl_zlib_inflate(const uint8_t *data, size_t count, uint8_t *out, size_t capacity, size_t *consumed,
                          size_t *produced);
// zlib, for the place of damage only: how many bytes a reader that goes on byte by byte has taken when it
// meets damage, the stream's or the data's end, or has `capacity` bytes.
size_t sl_zlib_stop(const uint8_t *data, size_t count, size_t capacity);
// zlib: the first bytes of what a gzip file holds, as far as `data` and `capacity` reach (1 MiB of each at most);
// 0 where the data is no gzip file. The data may end early.
size_t sl_gunzip_start(const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
size_t sl_zlib_deflate_bound(size_t count);
// Returns the bytes written, 0 where `capacity` is too small or memory ran out. `level` is 1...12.
size_t sl_zlib_deflate(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
// The most bytes that sl_gzip needs for so many.
size_t sl_gzip_bound(size_t count);
// A gzip file without a name and without a time; 0 where `capacity` is too small or memory ran out.
size_t sl_gzip(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
// The bytes of a gzip file; 0 where it is broken or holds more than `capacity`, or memory ran out.
size_t sl_gunzip(const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
uint32_t sl_crc32(uint32_t crc, const uint8_t *data, size_t count);

// --- rows of truecolor, 8 bits a sample
// -------------------------------------------------------------------------------
// Undoes the filters of `height` rows of `width` pixels of `step` bytes, 3 or 4, a filter byte before each
// row and one byte more behind the last, into straight RGBA; in the same memory where the rows end at least
// 32 × width + height bytes behind the end of `out`. Returns the first row whose filter does not exist;
// `height` where all do.
size_t sl_unfilter_color(const uint8_t *lines, size_t step, size_t width, size_t height, uint8_t *out);
// The same as any processor runs it, for tests.
size_t sl_unfilter_color_anywhere(const uint8_t *lines, size_t step, size_t width, size_t height,
                                  uint8_t *out);

// --- bits of pixels, straight RGBA
// ------------------------------------------------------------------------------------
// Where the masks of a frame's alpha go: a bit for each pixel, the first of 64 the lowest, in rows of whole
// words whose bits beyond the width are 0.
typedef struct {
  uint64_t *visible;          // alpha of at least 5
  uint64_t *solid;            // of at least 128
  uint64_t *translucent;      // of 64...191
  size_t *translucent_words;  // the numbers of the words of it that are not 0, ascending; room for each word
} sl_alpha_masks;
// The rows and columns in which bits are set, first and last.
typedef struct {
  size_t top, bottom, left, right;
  int is_set;  // whether any bit is
} sl_extent;
typedef struct {
  size_t visible_pixels;         // alpha of at least 5
  size_t haze_pixels;            // of 1...4
  size_t nearly_visible_pixels;  // of 3 or 4
  size_t faint_pixels;           // of 5...8
  size_t translucent_words;
  sl_extent visible, occupied;  // alpha of at least 5, and of at least 1
  int is_opaque;                // every pixel has alpha 255
  int is_partial;               // some pixel has an alpha between 0 and 255
} sl_alpha_totals;
// Reads the alpha of all pixels of a frame.
sl_alpha_totals sl_read_alpha(const uint8_t *pixels, size_t width, size_t height,
                              const sl_alpha_masks *masks);
// The same as any processor runs it, for tests.
sl_alpha_totals sl_read_alpha_anywhere(const uint8_t *pixels, size_t width, size_t height,
                                       const sl_alpha_masks *masks);
// 64 points, the first the lowest bit: which differ from the one before, the first among them, and which have
// an alpha of at least 128.
typedef struct {
  uint64_t starts, solid;
} sl_point_bits;
// Looks at the pixels of a row in 64 columns.
sl_point_bits sl_look_at_points(const uint8_t *row, const int32_t columns[64]);
// The same as any processor runs it, for tests.
sl_point_bits sl_look_at_points_anywhere(const uint8_t *row, const int32_t columns[64]);

// --- colors beside backgrounds
// ------------------------
// A flat background, and from when on a color stands out from it: either is enough. What touches something
// else has limits of its own, which are never higher.
typedef struct {
  uint32_t color;                // 0xRRGGBB
  float luminance;               // of WCAG
  float green_red, blue_yellow;  // in OKLab
  float contrast, chroma;        // the least contrast, and the square of the least distance in hue
  float contrast_beside, chroma_beside;
  float least_lightness;  // in OKLab: darker colors have no hue beside this one; -1 where all have
  int32_t is_red;         // whether only colors with more red than green and blue are near enough in hue
} sl_ground;
// Tells of points, straight RGBA with red in the lowest byte, which are hidden by which backgrounds, at most
// 16: bit `n` where the point does not stand out from background `n`, bit `ground_count + n` where it does
// not even by what is asked of what touches something else. `light` is that of each of 256 samples.
void sl_tell_hidden(const uint32_t *points, size_t count, const float *light, const sl_ground *grounds,
                    size_t ground_count, uint32_t *verdicts);
// The same as any processor runs it, for tests.
void sl_tell_hidden_anywhere(const uint32_t *points, size_t count, const float *light,
                             const sl_ground *grounds, size_t ground_count, uint32_t *verdicts);

// --- colors of a palette, four floats each
// ------------------------
// For each of at most 256 colors those nearest to it: `listed` numbers, each the bits of a squared distance
// above the index of a color, itself first.
void sl_rank_neighbors(const float *colors, uint32_t count, uint32_t listed, uint64_t *rows);

// --- steps of tone between pixels that follow each other in a line, straight RGBA
// ------------------------
typedef struct {
  uint64_t by_place[8];  // steps of 3...32 with steps of 0 or 1 on one side only, by the place of eight
  uint64_t asked;        // places with solid pixels all around: alpha of at least 250
} sl_step_counts;
// Adds up the steps along a row of `width` pixels, at least 16. `room` is width * 3 + 64 bytes.
void sl_count_steps_across(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts);
// Adds up the steps along each of `width` columns of `height` pixels, at least 16.
void sl_count_steps_down(const uint8_t *pixels, size_t width, size_t height, sl_step_counts *counts);
// The same as any processor runs it, for tests.
void sl_count_steps_across_anywhere(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts);
void sl_count_steps_down_anywhere(const uint8_t *pixels, size_t width, size_t height,
                                  sl_step_counts *counts);

// --- rows of a picture on its way to another size
// ------------------------
// A pixel: red, green, blue and alpha, each times alpha, 0...65025, or sums of such.
typedef float sl_numbers __attribute__((ext_vector_type(4)));
enum {
  SL_OPACITY_COLUMNS = 8,  // columns whose opacity is known together
  SL_PIXELS_TOGETHER = 4,  // pixels of the smaller size of which it is asked together
};
// Where a cell is cut, and what the parabola in it adds to the share before the cut.
typedef struct {
  float share, before, behind;
} sl_cut;
// Columns from `first` up to `end`, at least one.
typedef struct {
  int32_t first, end;
} sl_columns;
// Rows of straight RGBA.
typedef struct {
  const uint8_t *source;
  size_t width, first_row, end_row;
} sl_pixels;
// What is known of the columns of some rows: for each SL_OPACITY_COLUMNS whether there is a pixel that is not
// opaque (1) or not transparent (2), and of each column the least and the most of each channel where alpha is
// not 0.
typedef struct {
  const uint8_t *opacity;
  uint8_t *least, *most;
} sl_colors;
typedef struct {
  // Multiplies a row, and sets the opacity of its columns.
  void (*premultiply)(const uint8_t *source, size_t width, sl_numbers *row, uint8_t *opacity);
  // What lies before a cut of the third of five rows, which have these places among rows of `stride` pixels.
  void (*cut)(const sl_numbers *rows, size_t stride, const intptr_t places[5], sl_cut cut, size_t first,
              size_t end, sl_numbers *out);
  // The sums under two pixels for each three of a row, which goes on for two pixels at either end; one more
  // than those that are asked for may be written before them and behind them, to make such pairs.
  void (*three_to_two)(const sl_numbers *row, sl_cut cut, size_t first, size_t end, sl_numbers *out);
  // Looks at the colors of columns that are not opaque, or have such a column at most so many times
  // SL_OPACITY_COLUMNS away.
  void (*look)(const sl_pixels *pixels, size_t reach, const sl_colors *colors);
  // Writes the sums from `first` to `end`, times `scale`, as straight RGBA; what is transparent is left as it
  // is. `columns` are those under each pixel and beside them.
  void (*write)(const sl_numbers *sums, float scale, const sl_columns *columns, size_t first, size_t end,
                const sl_colors *colors, uint8_t *out);
} sl_row_kernels;
const sl_row_kernels *sl_row_kernels_here(void);
// The same as any processor runs them, for tests.
const sl_row_kernels *sl_row_kernels_anywhere(void);

// --- hashes
// -----------------------------------------------------------------------------------------------------------
// XXH3 of 128 bits.
typedef struct {
  uint64_t low, high;
} sl_hash;
sl_hash sl_xxh3(const uint8_t *bytes, size_t count, uint64_t seed);
// The same as any processor runs it, for tests.
sl_hash sl_xxh3_anywhere(const uint8_t *bytes, size_t count, uint64_t seed);

#endif
