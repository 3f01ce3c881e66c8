import type { ChartPicture } from './chart-picture.ts'

const family = 'Geist Variable'

const rulesOf = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules]
  } catch {
    // Style sheets of another origin cannot be read.
    return []
  }
}

/** The URL of the font that labels use. */
const addressOfFace = (): string | undefined => {
  const queue = [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet).map((rule) => ({ rule, base: sheet.href ?? document.baseURI })),
  )
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { rule, base } = next
    if (rule instanceof CSSFontFaceRule) {
      const { style } = rule
      const [, address] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? []
      const name = style.getPropertyValue('font-family').replaceAll(/["']/g, '')
      if (address && name === family) return new URL(address, base).href
    } else if ('cssRules' in rule) {
      queue.push(...[...(rule as CSSGroupingRule).cssRules].map((inner) => ({ rule: inner, base })))
    }
  }
  return undefined
}

const dataOf = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(new Error('The font could not be read.')))
    reader.readAsDataURL(content)
  })

/** A picture cannot use fonts of the page, so the font is embedded; without it, the default fonts apply. */
export const withFonts = async (picture: ChartPicture): Promise<ChartPicture> => {
  try {
    const address = addressOfFace()
    if (!address) return picture
    const answer = await fetch(address)
    if (!answer.ok) return picture
    const face = `@font-face{font-family:'${family}';font-weight:100 900;src:url(${await dataOf(await answer.blob())}) format('woff2')}`
    return { ...picture, svg: picture.svg.replace(/>/, `><style>${face}</style>`) }
  } catch {
    return picture
  }
}
