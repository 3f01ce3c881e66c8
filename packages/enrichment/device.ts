import type { ReadHints } from './client-hints.ts'

export const deviceCategories = [
  'camera',
  'car browser',
  'console',
  'desktop',
  'feature phone',
  'peripheral',
  'phone',
  'portable media player',
  'smart display',
  'smart speaker',
  'tablet',
  'tv',
  'wearable',
] as const
type DeviceCategory = (typeof deviceCategories)[number]

/** What the parser of user agents says of the device. */
interface ParsedDevice {
  type: string | undefined
  vendor: string | undefined
  model: string | undefined
}

export interface Device {
  device_category: DeviceCategory | null
  device_manufacturer: string | null
  device_name: string | null
  device_model: string | null
}

type Known = readonly [pattern: RegExp, category: DeviceCategory, maker?: string, name?: string]

// Devices that the parser does not know or mistakes for a phone or tablet. The first match counts.
const known: readonly Known[] = [
  [/CrKey.*DeviceType\/SmartSpeaker/, 'smart display', 'Google', 'Nest Hub'],
  [/\bAEO[A-Z]{2}\b/, 'smart display', 'Amazon', 'Echo Show'],
  [/Lenovo StarView|Portal\+?\b.*Facebook/, 'smart display'],
  [/AlexaMediaPlayer|HomePod|AudioAccessory|Sonos\//i, 'smart speaker'],
  [/CrKey/, 'tv', 'Google', 'Chromecast'],
  [/Tesla\/|QtCarBrowser/, 'car browser', 'Tesla', 'Tesla'],
  [/Android Automotive|CarBrowser|AndroidAuto|\bIVI\b|PolestarOS/i, 'car browser'],
  [/PlayStation Vita|Nintendo (?:3DS|DSi?)|New Nintendo 3DS|PlayStation Portable/, 'console'],
  [/Roku/, 'tv', 'Roku', 'Roku'],
  [/Apple ?TV|tvOS/i, 'tv', 'Apple', 'Apple TV'],
  [/\bAFT[A-Z0-9]{1,6}\b/, 'tv', 'Amazon', 'Fire TV'],
  [/SHIELD Android TV/, 'tv', 'Nvidia', 'Shield TV'],
  [/BDP-|Blu-?ray/i, 'peripheral'],
  [/\bVIZIO\b/i, 'tv', 'Vizio'],
  [/Hisense|VIDAA/i, 'tv', 'Hisense'],
  [/Web0S|webOS\.TV|webOSTV|NetCast/, 'tv', 'LG', 'LG Smart TV'],
  [/SMART-TV.*Tizen|Tizen.*\bTV\b|\bMaple\b/i, 'tv', 'Samsung', 'Samsung Smart TV'],
  [
    /HbbTV|SmartTV|SMART-TV|Smart-TV|GoogleTV|Android ?TV|\bTV\b.*Android|BRAVIA|NETTV|DTV|Viera|AQUOS-?TV/i,
    'tv',
  ],
  [/\bSM-R\d{3}|Wear ?OS|Watch ?OS|Apple Watch|\bWatch\d+,\d/i, 'wearable'],
  [/Quest|OculusBrowser|\bPico\b|visionOS|RealityDevice/, 'wearable'],
  [/iPod/, 'portable media player', 'Apple', 'iPod touch'],
  [/\bNW-[AZ]|Walkman/i, 'portable media player', 'Sony', 'Walkman'],
  [/Coolpix|EK-GC\d|GoPro/i, 'camera'],
  [/KAIOS|Series[ ]?40|SymbianOS|MIDP|BREW|UCWEB\/2|DoCoMo|Opera Mini.*J2ME/i, 'feature phone'],
]

const byType: ReadonlyMap<string, DeviceCategory> = new Map(
  Object.entries({
    mobile: 'phone',
    tablet: 'tablet',
    console: 'console',
    smarttv: 'tv',
    wearable: 'wearable',
  }),
)
const byFormFactor: ReadonlyMap<string, DeviceCategory> = new Map(
  Object.entries({
    Desktop: 'desktop',
    Automotive: 'car browser',
    Mobile: 'phone',
    Tablet: 'tablet',
    XR: 'wearable',
    Watch: 'wearable',
  }),
)
const desktopSystems =
  /^(?:Windows|macOS|Linux|Ubuntu|Debian|Fedora|ChromeOS|FreeBSD|OpenBSD|NetBSD|Mint|GNU|Arch|SUSE|CentOS|RedHat|Gentoo|Solaris)/
// Browsers that hide the model send K.
const hiddenModels = new Set([
  'K',
  'Macintosh',
  'Android',
  'Unspecified',
  'Generic',
  'webOSTV',
  'CEBrowser',
])
// Apple devices are recognized by the name alone.
const makers: readonly [pattern: RegExp, maker: string][] = [
  [/^Pixel|^Nexus|^Chromecast/, 'Google'],
  [/^(?:SM-|GT-|SAMSUNG)/, 'Samsung'],
  [/^(?:Redmi|Mi |POCO|M2\d{3}|2\d{4,}[A-Z])/, 'Xiaomi'],
  [/^(?:moto|XT\d{4})/i, 'Motorola'],
  [/^(?:CPH|OPPO)/, 'OPPO'],
  [/^(?:RMX|realme)/i, 'Realme'],
  [/^(?:vivo|V2\d{3})/, 'vivo'],
  [/^(?:ONEPLUS|IN20|KB20|LE21|NE22)/i, 'OnePlus'],
  [/^(?:HUAWEI|LYA-|ELE-|VOG-|ANE-|MAR-)/i, 'Huawei'],
  [/^(?:AFT|KF[A-Z]{2,})/, 'Amazon'],
]
const makerNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ Facebook: 'Meta', Oppo: 'OPPO', Vivo: 'vivo' }),
)

export const describeDevice = (
  userAgent: string,
  parsed: ParsedDevice,
  system: string | null,
  hints: ReadHints,
): Device => {
  const [, category, maker, name] = known.find(([pattern]) => pattern.test(userAgent)) ?? []
  const hinted = hints.model ?? (hiddenModels.has(parsed.model ?? '') ? undefined : parsed.model)
  const model = modelOf(userAgent, hinted)
  const vendor =
    maker ?? parsed.vendor ?? makers.find(([pattern]) => pattern.test(model ?? ''))?.[1] ?? null
  return {
    device_category:
      category ??
      hints.formFactors.map((factor) => byFormFactor.get(factor)).find(Boolean) ??
      byType.get(parsed.type ?? '') ??
      (hints.isMobile ? 'phone' : null) ??
      (system !== null && desktopSystems.test(system) ? 'desktop' : null) ??
      (system === 'Android' ? 'tablet' : null),
    device_manufacturer: vendor && (makerNames.get(vendor) ?? vendor),
    device_name: name ?? (parsed.model === 'Macintosh' ? 'Mac' : model),
    device_model: model,
  }
}

/** The parser strips prefixes off some models; manufacturers list the whole word. */
function modelOf(userAgent: string, model: string | undefined): string | null {
  const [fireTv] = /\bAFT[A-Z0-9]{1,6}\b/.exec(userAgent) ?? []
  const [, roku] = /Roku(?:\/DVP|[^/]*\/DVP)-?[\d.]+ ?\(([\w.-]+)\)/.exec(userAgent) ?? []
  if (roku !== undefined) return null
  return fireTv ?? model ?? null
}
