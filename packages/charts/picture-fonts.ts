import type { ChartPicture } from './chart-picture.ts'

const family = 'Geist Variable'

const rulesOf = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules]
  } catch {
    // The rules of another origin are nobody's business.
    return []
  }
}

/** The face of the letters that labels are written in. */
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

/** A picture that is opened elsewhere has no fonts but those it brings; without them it has the usual ones. */
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
