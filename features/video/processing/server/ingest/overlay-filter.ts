import type { InputSettings } from '@playhead/features/video/assets/contract'

export type OverlaySettings = NonNullable<InputSettings['overlay_settings']>

const defaultMargin = '0px'

/** `25%` of a length or `40px`; any other value is ignored. */
const lengthOf = (given: string | undefined, whole: number) => {
  const [, number, unit] = /^(\d{1,5}(?:\.\d+)?)(%|px)$/.exec(given?.trim() ?? '') ?? []
  if (number === undefined) return undefined
  return Math.round(unit === '%' ? (Number(number) / 100) * whole : Number(number))
}

const opacityOf = (given: string | undefined) => {
  const [, number] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(given?.trim() ?? '') ?? []
  return number === undefined ? 1 : Math.min(1, Number(number) / 100)
}

const placeOf = (
  align: 'start' | 'middle' | 'end',
  margin: number,
  [whole, own]: [string, string],
) => {
  if (align === 'start') return String(margin)
  if (align === 'end') return `${whole}-${own}-${margin}`
  return `(${whole}-${own})/2+${margin}`
}

const across = { left: 'start', center: 'middle', right: 'end' } as const
const down = { top: 'start', middle: 'middle', bottom: 'end' } as const

/**
 * The filter graph that lays images over the picture, in their order: input 0 is the video, the
 * others are the images. The default alignment is the top left.
 */
export const overlayFilter = (
  overlays: readonly OverlaySettings[],
  { width, height }: { width: number; height: number },
) => {
  const steps = overlays.map((settings, index) => {
    const own = {
      width: lengthOf(settings.width, width),
      height: lengthOf(settings.height, height),
    }
    const scale =
      own.width === undefined && own.height === undefined
        ? ''
        : `scale=${own.width ?? -1}:${own.height ?? -1},`
    const x = placeOf(
      across[settings.horizontal_align ?? 'left'],
      lengthOf(settings.horizontal_margin ?? defaultMargin, width) ?? 0,
      ['W', 'w'],
    )
    const y = placeOf(
      down[settings.vertical_align ?? 'top'],
      lengthOf(settings.vertical_margin ?? defaultMargin, height) ?? 0,
      ['H', 'h'],
    )
    const under = index === 0 ? '0:v:0' : `v${index}`
    return (
      `[${index + 1}:v]${scale}format=rgba,colorchannelmixer=aa=${opacityOf(settings.opacity)}[o${index}];` +
      `[${under}][o${index}]overlay=x=${x}:y=${y}[v${index + 1}]`
    )
  })
  return { graph: `${steps.join(';')};[v${overlays.length}]format=yuv420p[out]`, output: '[out]' }
}
