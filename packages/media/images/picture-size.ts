export const fitModes = ['preserve', 'stretch', 'crop', 'smartcrop', 'pad'] as const
export type FitMode = (typeof fitModes)[number]

export interface PictureSize {
  width: number
  height: number
}

interface PictureFit {
  /** The size to which the whole picture is scaled. */
  scaled: PictureSize
  /** The size after cropping or padding; equal to `scaled` without either. */
  shown: PictureSize
}

interface Wanted {
  width?: number | undefined
  height?: number | undefined
  mode: FitMode
}

const whole = (value: number) => Math.max(1, Math.round(value))

/** Scales by one factor, to cover the box or to fit into it. */
const scaledBy = ({ width, height }: PictureSize, factor: number): PictureSize => ({
  width: whole(width * factor),
  height: whole(height * factor),
})

const boxOf = ({ width, height }: PictureSize, wanted: Wanted): PictureSize => ({
  width: wanted.width ?? whole(((wanted.height ?? height) * width) / height),
  height: wanted.height ?? whole(((wanted.width ?? width) * height) / width),
})

/** How a picture gets the requested size; missing values follow from its shape. */
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
