export const fitModes = ['preserve', 'stretch', 'crop', 'smartcrop', 'pad'] as const
export type FitMode = (typeof fitModes)[number]

export interface PictureSize {
  width: number
  height: number
}

export interface PictureFit {
  /** What the whole picture is scaled to. */
  scaled: PictureSize
  /** What is left of it, or how much it is framed; the same as `scaled` where neither happens. */
  shown: PictureSize
}

interface Wanted {
  width?: number | undefined
  height?: number | undefined
  mode: FitMode
}

const whole = (value: number) => Math.max(1, Math.round(value))

/** By one factor, so that it fills the box and more, or fits into it. */
const scaledBy = ({ width, height }: PictureSize, factor: number): PictureSize => ({
  width: whole(width * factor),
  height: whole(height * factor),
})

const boxOf = ({ width, height }: PictureSize, wanted: Wanted): PictureSize => ({
  width: wanted.width ?? whole(((wanted.height ?? height) * width) / height),
  height: wanted.height ?? whole(((wanted.width ?? width) * height) / width),
})

/** How a picture gets the size that was asked for; what is left open follows from its shape. */
export const fitPicture = (picture: PictureSize, wanted: Wanted): PictureFit => {
  const box = boxOf(picture, wanted)
  const isOpen = wanted.width === undefined || wanted.height === undefined
  if (isOpen || wanted.mode === 'stretch') return { scaled: box, shown: box }
  const [across, down] = [box.width / picture.width, box.height / picture.height]
  if (wanted.mode === 'crop' || wanted.mode === 'smartcrop') {
    const scaled = scaledBy(picture, Math.max(across, down))
    return { scaled, shown: box }
  }
  const scaled = scaledBy(picture, Math.min(across, down))
  return { scaled, shown: wanted.mode === 'pad' ? box : scaled }
}
