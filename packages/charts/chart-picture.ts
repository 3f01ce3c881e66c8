import type { ChartSeries } from './chart-data.ts'

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

export interface ChartPictureText {
  title: string
  /** The range, filters and whatever else explains what is drawn. */
  detail?: string
  /** Named below, when there is more than one line. */
  series?: readonly Pick<ChartSeries, 'label'>[]
}

/** Colours are variables of the theme: a picture that is looked at elsewhere needs them said. */
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

/** The chart within an element as a picture of its own, with its title, in the colours it has there. */
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
  const inner = {
    width: Number(source.getAttribute('width')),
    height: Number(source.getAttribute('height')),
  }
  const width = inner.width + 2 * padding
  const height = inner.height + titleHeight + 2 * padding
  const picture = svgOf('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  })
  const text = { x: padding, 'font-family': font }
  const names = series.length > 1 ? series.map(({ label }) => label).join(', ') : ''
  copy.setAttribute('x', String(padding))
  copy.setAttribute('y', String(padding + titleHeight))
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
      [detail, names].filter(Boolean).join(' · '),
    ),
    copy,
  )
  return { svg: new XMLSerializer().serializeToString(picture), width, height }
}

/** Twice as fine as the screen, for documents and slides. */
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
