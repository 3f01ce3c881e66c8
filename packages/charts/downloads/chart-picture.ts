import type { ChartSeries, ChartTone } from '../chart-data.ts'

const drawnStyles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'paint-order',
]

const padding = 24
const titleHeight = 52
const legendRowHeight = 20
const widthMin = 420
/** Text is not measured; this is slightly more than the average letter of the interface font. */
const letterWidth = 6.8

export interface ChartPictureText {
  title: string
  /** The range, filters and other context of the chart. */
  detail?: string | undefined
  /** The legend below the title, if there are several lines. */
  series?: readonly Pick<ChartSeries, 'label' | 'tone'>[] | undefined
}

const variableOf = (tone: ChartTone) =>
  typeof tone === 'number' ? `--series-${tone}` : `--${tone}`

/** Places the names side by side, in as many rows as needed. */
const placeNames = (series: NonNullable<ChartPictureText['series']>, width: number) => {
  let x = 0
  let row = 0
  const places = series.map(({ label, tone }) => {
    const needed = label.length * letterWidth + 38
    if (x > 0 && x + needed > width) {
      x = 0
      row += 1
    }
    const place = { label, tone, x, y: row * legendRowHeight }
    x += needed
    return place
  })
  return { places, height: (row + 1) * legendRowHeight }
}

/** Colours are CSS variables of the theme; outside of the page the picture needs the resolved values. */
const withStyles = (source: Element, copy: Element) => {
  const style = getComputedStyle(source)
  for (const name of drawnStyles) {
    const value = style.getPropertyValue(name)
    if (value !== '') copy.setAttribute(name, value)
  }
  copy.removeAttribute('class')
  const children = [...source.children]
  for (const [index, child] of [...copy.children].entries()) withStyles(children[index]!, child)
}

const svgOf = (name: string, attributes: Record<string, string | number>, text?: string) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

export interface ChartPicture {
  svg: string
  width: number
  height: number
}

/** A separate picture of the chart within an element, with its title and current colours. */
export const takeChartPicture = (
  holder: Element,
  { title, detail, series = [] }: ChartPictureText,
): ChartPicture | undefined => {
  const source = holder.querySelector<SVGSVGElement>('svg.ph-chart-picture')
  if (!source) return undefined
  const copy = source.cloneNode(true) as SVGSVGElement
  withStyles(source, copy)
  const theme = getComputedStyle(document.documentElement)
  const colour = (name: string) => theme.getPropertyValue(name).trim() || 'currentColor'
  const font = getComputedStyle(document.body).fontFamily
  const innerHeight = Number(source.getAttribute('height'))
  const width = Math.max(Number(source.getAttribute('width')) + 2 * padding, widthMin)
  const legend = placeNames(series.length > 1 ? series : [], width - 2 * padding)
  const top = padding + titleHeight + (series.length > 1 ? legend.height : 0)
  const height = top + innerHeight + padding
  const picture = svgOf('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  })
  const text = { x: padding, 'font-family': font }
  copy.setAttribute('x', String(padding))
  copy.setAttribute('y', String(top))
  copy.setAttribute('overflow', 'visible')
  picture.append(
    svgOf('title', {}, title),
    svgOf('rect', { width, height, fill: colour('--surface') }),
    svgOf(
      'text',
      { ...text, y: padding + 14, 'font-size': 16, 'font-weight': 560, fill: colour('--ink') },
      title,
    ),
    svgOf(
      'text',
      { ...text, y: padding + 34, 'font-size': 12, fill: colour('--ink-3') },
      detail ?? '',
    ),
    ...legend.places.flatMap(({ label, tone, x, y }) => {
      const at = { x: padding + x, y: padding + titleHeight + y }
      return [
        svgOf('rect', { ...at, width: 10, height: 3, rx: 1.5, fill: colour(variableOf(tone)) }),
        svgOf(
          'text',
          {
            x: at.x + 17,
            y: at.y + 6,
            'font-family': font,
            'font-size': 12,
            fill: colour('--ink-2'),
          },
          label,
        ),
      ]
    }),
    copy,
  )
  return { svg: new XMLSerializer().serializeToString(picture), width, height }
}

/** Twice the resolution of the screen, for documents and slides. */
const density = 2

export const pngOf = async ({ svg, width, height }: ChartPicture): Promise<Blob> => {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.scale(density, density)
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
      'image/png',
    )
  })
}
