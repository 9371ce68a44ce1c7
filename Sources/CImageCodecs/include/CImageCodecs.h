// The interface to the C image libraries. All functions take buffers with their lengths. No allocation
// outlives the `close` call, and no function calls back into Swift. All uses of `setjmp` in the project are
// behind this interface.
#ifndef C_IMAGE_CODECS_H
#define C_IMAGE_CODECS_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  SL_OK = 0,
  SL_DAMAGED,        // the library rejected the data; the message says why
  SL_SHORT,          // the data ended before the image did
  SL_LONG,           // the data continues past the end of the image
  SL_WRONG_SIZE,     // the caller's buffer has the wrong size: an internal error
  SL_OUT_OF_MEMORY,
} sl_status;

// --- libpng
// Decodes a single still PNG stream to straight RGBA with 8 bits per sample. Samples of 16 bits are rounded
// exactly.
typedef struct sl_png sl_png;
sl_png *sl_png_open(const uint8_t *bytes, size_t count);
sl_status sl_png_read_header(sl_png *self);
uint32_t sl_png_width(const sl_png *self);
uint32_t sl_png_height(const sl_png *self);
sl_status sl_png_read_rgba(sl_png *self, uint8_t *out, size_t count);
const char *sl_png_message(const sl_png *self);
// libpng only warns about data past the image's end and about wrong checksums of the image data.
long sl_png_warning_count(const sl_png *self);
void sl_png_close(sl_png *self);

// --- giflib
// Decodes the LZW data of one image to color indices in storage order (still interlaced). `data` begins at
// the minimum code size and includes the sub-blocks up to the empty one. `out` has `width * height` bytes.
// `*produced` is the number of complete rows in `out`.
sl_status sl_gif_read_indices(const uint8_t *data, size_t count, int width, int height, uint8_t *out,
                              int *produced);

// Writes a GIF with a global palette (1...256 colors of three bytes). `loops` is the loop count in the
// NETSCAPE2.0 block. A negative count omits the block. The writer owns the bytes until it is closed. `open`
// returns NULL if memory runs out.
typedef struct sl_gif_writer sl_gif_writer;
typedef struct {
  int left, top, width, height;
  int disposal;          // as stored: 1 keep, 2 background, 3 previous
  int delay_hundredths;  // 0...65535
  int transparent;       // index of the transparent color; -1 for none
} sl_gif_frame;
sl_gif_writer *sl_gif_writer_open(int width, int height, const uint8_t *palette, int colors, int loops);
// `numbers` holds one color index per pixel. `colors` is 0 if the frame uses the global palette.
sl_status sl_gif_write_frame(sl_gif_writer *self, const sl_gif_frame *frame, const uint8_t *numbers,
                             size_t count, const uint8_t *palette, int colors);
sl_status sl_gif_writer_finish(sl_gif_writer *self);
const uint8_t *sl_gif_writer_bytes(const sl_gif_writer *self);
size_t sl_gif_writer_count(const sl_gif_writer *self);
void sl_gif_writer_close(sl_gif_writer *self);

// --- libjpeg(-turbo)
typedef struct sl_jpeg sl_jpeg;
typedef enum { SL_JPEG_RGBA = 0, SL_JPEG_CMYK } sl_jpeg_layout;
sl_jpeg *sl_jpeg_open(const uint8_t *bytes, size_t count);
// Limits the memory for the coefficients of a whole image, including everything that was allocated earlier.
// Decoding an image that needs more fails with SL_DAMAGED.
void sl_jpeg_limit_memory(sl_jpeg *self, size_t bytes);
sl_status sl_jpeg_read_header(sl_jpeg *self);
sl_jpeg_layout sl_jpeg_pixel_layout(const sl_jpeg *self);
// Writes four bytes per pixel in the layout above: RGBA with alpha 255, or CMYK as stored.
sl_status sl_jpeg_read_pixels(sl_jpeg *self, uint8_t *out, size_t count);
// Returns the position of the first marker at or after `position` that ends entropy-coded data (any but RST),
// or `count` if no such marker follows.
size_t sl_jpeg_find_marker(const uint8_t *bytes, size_t count, size_t position);
const char *sl_jpeg_message(const sl_jpeg *self);
// A warning also means damage. These functions return the number of warnings, the first warning, and its
// line.
long sl_jpeg_warning_count(const sl_jpeg *self);
const char *sl_jpeg_warning(const sl_jpeg *self);
uint32_t sl_jpeg_warning_line(const sl_jpeg *self);
// The file offset of the first warning, and the file offset and line of the failure. Every line is the first
// line of a row of blocks.
size_t sl_jpeg_warning_position(const sl_jpeg *self);
size_t sl_jpeg_position(const sl_jpeg *self);
uint32_t sl_jpeg_line(const sl_jpeg *self);
void sl_jpeg_close(sl_jpeg *self);

// Compresses straight RGBA (ignoring alpha) at 4:4:4 with optimized Huffman tables: to grayscale with
// `SL_JPEG_WRITE_GRAY`, otherwise to YCbCr. `icc` may be NULL. The writer owns the bytes until it is closed.
// `open` returns NULL if memory runs out.
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
// Decodes a still image to straight RGBA. `file` is a whole WebP file with one image. Returns SL_SHORT if its
// data ends before the image does, and SL_WRONG_SIZE if the image has other dimensions. In both cases `out`
// holds no valid image.
sl_status sl_webp_read_rgba(const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *out,
                            size_t capacity);

// Compresses one straight RGBA image any number of times. `open` returns NULL if memory runs out or if the
// dimensions are outside WebP's range of 1...16383 px per side. Each write leaves a whole WebP file with one
// image in `bytes`, which the writer owns until the next write. SL_LONG means that the file exceeds the
// format's maximum size.
typedef struct sl_webp_writer sl_webp_writer;
sl_webp_writer *sl_webp_writer_open(const uint8_t *pixels, size_t count, uint32_t width, uint32_t height);
// Writes VP8L. A `nearness` of 100 keeps every pixel, and lower values (down to 0) change more. `method` is
// 0...6, `effort` is 0...100.
sl_status sl_webp_write_lossless(sl_webp_writer *self, int nearness, int method, int effort);
// Writes VP8 at a quality of 0...100, with alpha or as if every pixel were opaque. An `alpha_quality` of 100
// keeps alpha exact. Lower values use fewer levels, but always keep 0 and 255.
sl_status sl_webp_write_lossy(
    sl_webp_writer *self, float quality, int method, int alpha_quality, int with_alpha);
const uint8_t *sl_webp_writer_bytes(const sl_webp_writer *self);
size_t sl_webp_writer_count(const sl_webp_writer *self);
void sl_webp_writer_close(sl_webp_writer *self);

// --- libvpx
// Decodes, in one thread, the frames of a VP9 video (profile 0) and of its alpha, which is a second video.
// The dimensions limit the memory that libvpx gets for frames. `open` returns NULL if memory runs out.
typedef struct sl_vp9_reader sl_vp9_reader;
typedef enum { SL_VP9_COLOR = 0, SL_VP9_ALPHA } sl_vp9_stream;
typedef enum { SL_VP9_BT601 = 0, SL_VP9_BT709, SL_VP9_BT2020 } sl_vp9_matrix;
sl_vp9_reader *sl_vp9_reader_open(uint32_t width, uint32_t height);
// Decodes one frame, which may be hidden. Data after the frame is ignored. The caller has checked that the
// dimensions in the frame's header match the reader's.
sl_status sl_vp9_read_frame(sl_vp9_reader *self, sl_vp9_stream which, const uint8_t *data, size_t count);
// Whether the last frame of a stream is shown.
int sl_vp9_shows_frame(const sl_vp9_reader *self, sl_vp9_stream which);
// Converts the shown frame to straight RGBA, with the alpha of the shown alpha frame, or opaque if `has_alpha` is
// 0. Pixels with alpha 0 are black. Returns SL_SHORT if a frame that it needs is hidden or missing. `matrix` applies
// if the video specifies none. Chroma is interpolated from the four nearest samples.
sl_status sl_vp9_convert_to_rgba(const sl_vp9_reader *self, sl_vp9_matrix matrix, int has_alpha, uint8_t *out,
                                 size_t capacity);
// The same, without AVX2.
sl_status sl_vp9_convert_to_rgba_portable(const sl_vp9_reader *self, sl_vp9_matrix matrix, int has_alpha,
                                          uint8_t *out, size_t capacity);
void sl_vp9_reader_close(sl_vp9_reader *self);

// Converts straight RGBA to planes of limited-range BT.601: luma, Cb and Cr at half the resolution (rounded
// up), and alpha. Chroma averages are weighted by alpha.
void sl_vp9_convert_to_planes(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *out);
// Gives pixels with alpha 0 the colors of their neighbors.
void sl_fill_transparent(uint8_t *pixels, uint32_t width, uint32_t height);

// Encodes one stream of a video any number of times, with one key frame, in one thread. `planes` holds the
// planes of all frames as `sl_vp9_convert_to_planes` writes them, and must outlive the writer. `open` returns
// NULL if memory runs out.
typedef struct sl_vp9_writer sl_vp9_writer;
sl_vp9_writer *sl_vp9_writer_open(
    uint32_t width, uint32_t height, size_t frame_count, const uint8_t *planes, int is_alpha);
// `level` is 0...63, and higher values lose more quality. `speed` is 0...5. Leaves one packet for each frame
// in `bytes`, which the writer owns until the next write.
sl_status sl_vp9_write(sl_vp9_writer *self, int level, int speed);
const uint8_t *sl_vp9_writer_bytes(const sl_vp9_writer *self);
size_t sl_vp9_writer_packet_end(const sl_vp9_writer *self, size_t number);
void sl_vp9_writer_close(sl_vp9_writer *self);

// --- Memory
// Returns freed memory to the system. Does nothing unless the C library is glibc.
void sl_return_freed_memory(void);
// Whether `count` bytes are equal.
int sl_has_same_bytes(const uint8_t *bytes, const uint8_t *other, size_t count);

// --- libdeflate
// Inflates one zlib stream. Returns SL_LONG if the stream holds more than `capacity`, SL_SHORT if it holds
// less (`*produced` is the amount), and SL_DAMAGED if the data is damaged or ends early. `*consumed` is the
// offset at which the stream ended.
sl_status sl_zlib_inflate(const uint8_t *data, size_t count, uint8_t *out, size_t capacity, size_t *consumed,
                          size_t *produced);
// Finds the position of damage with zlib: the number of bytes that an incremental reader has consumed when it
// meets damage, reaches the end of the stream or of the data, or has produced `capacity` bytes.
size_t sl_zlib_consumed_bytes(const uint8_t *data, size_t count, size_t capacity);
// Inflates as much of the start of a gzip file as `data` and `capacity` allow (1 MiB each at most), with zlib.
// Returns 0 if the data isn't a gzip file. The data may end early.
size_t sl_gunzip_start(const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
size_t sl_zlib_deflate_bound(size_t count);
// Returns the number of bytes written, or 0 if `capacity` is too small or memory runs out. `level` is 1...12.
size_t sl_zlib_deflate(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
// The largest size that sl_gzip needs for this many bytes.
size_t sl_gzip_bound(size_t count);
// Writes a gzip file without a name or time. Returns 0 if `capacity` is too small or memory runs out.
size_t sl_gzip(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
// Inflates a gzip file. Returns 0 if it is damaged or holds more than `capacity`, or if memory runs out.
size_t sl_gunzip(const uint8_t *data, size_t count, uint8_t *out, size_t capacity);
uint32_t sl_crc32(uint32_t crc, const uint8_t *data, size_t count);

// --- Rows of truecolor, 8 bits per sample
// Undoes the filters of `height` rows of `width` pixels, and writes straight RGBA. A pixel has `step` bytes
// (3 or 4). Each row starts with a filter byte, and one extra byte follows the last row. Works in place if
// the rows end at least 32 × width + height bytes after the end of `out`. Returns the first row with an
// invalid filter, or `height` if all are valid.
size_t sl_unfilter_color(const uint8_t *lines, size_t step, size_t width, size_t height, uint8_t *out);
// The portable version, for tests.
size_t sl_unfilter_color_portable(const uint8_t *lines, size_t step, size_t width, size_t height,
                                  uint8_t *out);

// --- Bits of pixels, straight RGBA
// Receives the masks of a frame's alpha: one bit per pixel, the first of 64 in the lowest bit. Rows consist
// of whole words. Bits beyond the width are 0.
typedef struct {
  uint64_t *visible;          // alpha is at least 5
  uint64_t *solid;            // alpha is at least 128
  uint64_t *translucent;      // alpha is 64...191
  // ascending indices of the words of `translucent` that aren't 0; room for every word
  size_t *translucent_words;
} sl_alpha_masks;
// The first and last rows and columns in which bits are set.
typedef struct {
  size_t top, bottom, left, right;
  int is_set;  // whether any bit is set
} sl_extent;
typedef struct {
  size_t visible_pixels;         // alpha is at least 5
  size_t haze_pixels;            // alpha is 1...4
  size_t nearly_visible_pixels;  // alpha is 3 or 4
  size_t faint_pixels;           // alpha is 5...8
  size_t translucent_words;
  sl_extent visible, occupied;  // alpha is at least 5, and at least 1
  int is_opaque;                // every pixel has alpha 255
  int has_partial_alpha;        // some pixel has an alpha of 1...254
} sl_alpha_totals;
// Sums over the pixels of a frame with an alpha of at least 5.
typedef struct {
  uint64_t sum;        // of the alpha
  uint64_t by_column;  // of the alpha times the column; the first is 0
  uint64_t by_row;     // of the alpha times the row; the first is 0
} sl_moments;
sl_moments sl_alpha_moments(const uint8_t *pixels, size_t width, size_t height);
// The portable version, for tests.
sl_moments sl_alpha_moments_portable(const uint8_t *pixels, size_t width, size_t height);
// Measures the alpha of all pixels of a frame.
sl_alpha_totals sl_read_alpha(const uint8_t *pixels, size_t width, size_t height,
                              const sl_alpha_masks *masks);
// The portable version, for tests.
sl_alpha_totals sl_read_alpha_portable(const uint8_t *pixels, size_t width, size_t height,
                                       const sl_alpha_masks *masks);
// For each of `count` limits, finds the pixels with at least that alpha. Rows of masks consist of whole words.
// Bits beyond the width are 0.
void sl_alpha_at_least(const uint8_t *pixels, size_t width, size_t height, const uint8_t *limits,
                       uint64_t *const *masks, size_t count);
// The portable version, for tests.
void sl_alpha_at_least_portable(const uint8_t *pixels, size_t width, size_t height, const uint8_t *limits,
                                uint64_t *const *masks, size_t count);
// Counts the changes of color in every `step`th row: `columns[x]` counts those between pixels x and x + 1. A
// change is a difference of more than 8 in a sample. Fully transparent pixels count as equal.
void sl_count_changes_across(const uint8_t *pixels, size_t width, size_t height, size_t step,
                             uint32_t *columns);
// Counts the changes of color between rows: `rows[y]` counts those between rows y and y + 1.
void sl_count_changes_down(const uint8_t *pixels, size_t width, size_t height, uint32_t *rows);

// --- A frame at display size
// Receives cells, and bits of cells in masks with `stride` words per row and a margin of clear bits.
typedef struct {
  size_t columns, rows;  // at most the frame's width and height
  uint16_t *levels;      // linear red, green, blue (each times alpha) and alpha of each cell, 0...65535
  size_t stride, margin;
  uint64_t *figure;   // at least 35% of the cell has an alpha of at least 192
  uint64_t *visible;  // alpha is above 0
  uint64_t *quarter;  // alpha is at least a quarter
  uint64_t *dark;     // visible, and possibly dark: the response of medium cones on black is below `max_dark`
  uint64_t *light;    // visible, and possibly light: the same on white is above `min_light`
  float max_dark, min_light;
} sl_cells;
// Averages a frame of straight RGBA over cells. `light` is the linear light of each of the 256 sample values.
// Returns 0 if memory runs out.
int sl_average_cells(const uint8_t *pixels, size_t width, size_t height, const float *light,
                     const sl_cells *out);
// The portable version, for tests.
int sl_average_cells_portable(const uint8_t *pixels, size_t width, size_t height, const float *light,
                              const sl_cells *out);
// Computes the gradient of a frame's alpha at places (x, y pairs): `slope` along one axis times `smooth`
// along the other. Both have `taps` integer weights, an odd number of at most 23, and the sums of weights
// times 255 are below 2^24. Alpha is 0 outside the frame. `gradients` receives x and y pairs. All results are
// exact.
void sl_alpha_gradients(const uint8_t *pixels, size_t width, size_t height, const int32_t *places,
                        size_t count, const float *smooth, const float *slope, size_t taps,
                        double *gradients);
// The portable version, for tests.
void sl_alpha_gradients_portable(const uint8_t *pixels, size_t width, size_t height, const int32_t *places,
                                 size_t count, const float *smooth, const float *slope, size_t taps,
                                 double *gradients);

// --- Colors of a palette, four floats each
// Lists the nearest colors for each of at most 256 colors: `listed` entries per color, starting with the
// color itself. An entry has the bits of the squared distance in its upper half and the index of the color in
// its lower half.
void sl_rank_neighbors(const float *colors, uint32_t count, uint32_t listed, uint64_t *rows);

// --- Tone steps between consecutive pixels in a line, straight RGBA
typedef struct {
  // steps of 3...32 next to steps of 0 or 1 on exactly one side, by position modulo eight
  uint64_t by_position[8];
  uint64_t checked;  // positions where all surrounding pixels have an alpha of at least 250
} sl_step_counts;
// Counts the steps along a row of `width` pixels (at least 16). `room` has width * 3 + 64 bytes.
void sl_count_steps_across(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts);
// Counts the steps along each of `width` columns of `height` pixels (at least 16).
void sl_count_steps_down(const uint8_t *pixels, size_t width, size_t height, sl_step_counts *counts);
// The portable versions, for tests.
void sl_count_steps_across_portable(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts);
void sl_count_steps_down_portable(const uint8_t *pixels, size_t width, size_t height,
                                  sl_step_counts *counts);

// --- Rows of an image that is being resized
// A pixel: red, green, blue and 255, each multiplied by alpha (0...65025), or sums of such values.
typedef float sl_premultiplied_pixel __attribute__((ext_vector_type(4)));
enum {
  SL_OPACITY_COLUMNS = 8,  // columns that share one opacity value
  SL_PIXELS_TOGETHER = 4,  // output pixels that share one opacity test
};
// Where a cell is cut (the share before the cut), and the weights of the parabola's terms before and after
// it.
typedef struct {
  float share, before, after;
} sl_cut;
// Columns from `first` up to, but not including, `end`. At least one.
typedef struct {
  int32_t first, end;
} sl_columns;
// Rows of straight RGBA.
typedef struct {
  const uint8_t *source;
  size_t width, first_row, end_row;
} sl_pixels;
// Facts about the columns of some rows. `opacity` has one value per SL_OPACITY_COLUMNS columns: 1 if a pixel
// isn't opaque, 2 if a pixel isn't transparent, or both. `least` and `most` are the lowest and highest value
// of each channel in each column, over pixels whose alpha isn't 0.
typedef struct {
  const uint8_t *opacity;
  uint8_t *least, *most;
} sl_colors;
typedef struct {
  // Premultiplies a row, and records the opacity of its columns.
  void (*premultiply)(const uint8_t *source, size_t width, sl_premultiplied_pixel *row, uint8_t *opacity);
  // Computes, for the third of five rows, the part before a cut. `places` are the positions of the five rows
  // among rows of `stride` pixels.
  void (*cut)(const sl_premultiplied_pixel *rows, size_t stride, const intptr_t places[5], sl_cut cut,
              size_t first, size_t end, sl_premultiplied_pixel *out);
  // Computes the sums of two output pixels for every three pixels of a row, which is padded by two pixels at
  // both ends. May write one sum more than requested at each end, because it works in pairs.
  void (*three_to_two)(const sl_premultiplied_pixel *row, sl_cut cut, size_t first, size_t end,
                       sl_premultiplied_pixel *out);
  // Records the colors of columns that aren't opaque, or that are within `reach` times SL_OPACITY_COLUMNS of
  // such a column.
  void (*record_colors)(const sl_pixels *pixels, size_t reach, const sl_colors *colors);
  // Writes the sums from `first` to `end`, multiplied by `scale`, as straight RGBA. Leaves transparent pixels
  // unchanged. `columns` are the source columns that each pixel covers and the columns next to those.
  void (*write)(const sl_premultiplied_pixel *sums, float scale, const sl_columns *columns, size_t first,
                size_t end, const sl_colors *colors, uint8_t *out);
} sl_row_kernels;
const sl_row_kernels *sl_row_kernels_for_cpu(void);
// The portable versions, for tests.
const sl_row_kernels *sl_row_kernels_portable(void);

// --- Hashes
// XXH3, 128 bits.
typedef struct {
  uint64_t low, high;
} sl_hash;
sl_hash sl_xxh3(const uint8_t *bytes, size_t count, uint64_t seed);
// The portable version, for tests.
sl_hash sl_xxh3_portable(const uint8_t *bytes, size_t count, uint64_t seed);

#endif
