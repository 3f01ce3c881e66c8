const pictureFormats = ['jpg', 'png', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Browsers assume these colour properties where a picture states none. */
const colours: Record<PictureFormat, string> = {
  jpg: 'scale=out_color_matrix=bt601:out_range=full,format=yuvj420p',
  png: 'format=rgb24',
  webp: 'scale=out_color_matrix=bt601:out_range=limited,format=yuv420p',
}

const encoders: Record<PictureFormat, string[]> = {
  jpg: ['-c:v', 'mjpeg', '-q:v', '3'],
  png: ['-c:v', 'png'],
  webp: ['-c:v', 'libwebp', '-quality', '80', '-compression_level', '3'],
}

/** Must be the last filter before the encoder. */
export const coloursOf = (format: PictureFormat) => colours[format]

/** Writes one picture; of several frames the last one stays. */
export const writePicture = (format: PictureFormat, output: string): string[] => [
  ...encoders[format],
  '-map_metadata',
  '-1',
  '-f',
  'image2',
  '-update',
  '1',
  `file:${output}`,
]
