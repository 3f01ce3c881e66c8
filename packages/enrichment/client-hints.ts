/** Headers by lower-case name; only those below are read. */
export type ClientHints = Readonly<Record<string, string | string[] | undefined>>

export const clientHintHeaders = [
  'sec-ch-ua',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-form-factors',
] as const

export interface ReadHints {
  browser: string | null
  browserVersion: string | null
  platform: string | null
  platformVersion: string | null
  model: string | null
  architecture: string | null
  isMobile: boolean | null
  formFactors: readonly string[]
}

const brandNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Google Chrome': 'Chrome',
    'Microsoft Edge': 'Edge',
    HeadlessChrome: 'Chrome',
    'Samsung Internet': 'Samsung Internet',
    'Android WebView': 'Chrome WebView',
  }),
)

const textMax = 128

export const readHints = (hints: ClientHints): ReadHints => {
  const textOf = (name: (typeof clientHintHeaders)[number]) => unquote(headerText(hints[name]))
  const brand =
    chooseBrand(headerText(hints['sec-ch-ua-full-version-list'])) ??
    chooseBrand(headerText(hints['sec-ch-ua']))
  const mobile = headerText(hints['sec-ch-ua-mobile'])
  return {
    browser: brand && (brandNames.get(brand.name) ?? brand.name),
    browserVersion: brand?.version ?? null,
    platform: textOf('sec-ch-ua-platform'),
    platformVersion: textOf('sec-ch-ua-platform-version'),
    model: textOf('sec-ch-ua-model'),
    architecture: architecture(textOf('sec-ch-ua-arch'), textOf('sec-ch-ua-bitness')),
    isMobile: mobile === '?1' ? true : mobile === '?0' ? false : null,
    formFactors: [...headerText(hints['sec-ch-ua-form-factors']).matchAll(/"([^"]{1,32})"/g)].map(
      ([, factor = '']) => factor,
    ),
  }
}

/** Windows reports an API version: 13 and later are Windows 11. */
export const windowsVersion = (platformVersion: string): string | null => {
  const major = Number.parseInt(platformVersion, 10)
  if (!Number.isFinite(major) || major === 0) return null
  return major >= 13 ? '11' : '10'
}

interface Brand {
  name: string
  version: string
}

/** Browsers list themselves, their engine, and one invented brand with a "Not" in it. */
function chooseBrand(list: string): Brand | null {
  const brands = [...list.matchAll(/"((?:[^"\\]|\\.){1,64})";\s*v="([^"]{1,32})"/g)]
    .map(([, name = '', version = '']): Brand => ({ name, version }))
    .filter(({ name }) => !/^\W*Not[^a-z]|^[^a-z0-9]/i.test(name))
  return brands.find(({ name }) => name !== 'Chromium') ?? brands[0] ?? null
}

function architecture(name: string | null, bitness: string | null): string | null {
  if (name === 'x86') return bitness === '32' ? 'ia32' : 'amd64'
  if (name === 'arm') return bitness === '32' ? 'arm' : 'arm64'
  return name
}

function headerText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, 1_024)
}

function unquote(value: string): string | null {
  const text = value.replace(/^"|"$/g, '').trim().slice(0, textMax)
  return text === '' || text === 'Unknown' ? null : text
}
