import UAParser from 'my-ua-parser'
import { botClass } from './bot-class.ts'
import { readHints, windowsVersion, type ClientHints, type ReadHints } from './client-hints.ts'
import { describeDevice, type Device } from './device.ts'

interface UserAgent extends Device {
  user_agent: string | null
  operating_system: string | null
  operating_system_version: string | null
  os_architecture: string | null
  browser: string | null
  browser_version: string | null
  browser_engine: string | null
  bot_class: string
}

/** Longer texts are no real user agents, and the regular expressions of the parser need a bound. */
const lengthMax = 500

const systemNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Mac OS': 'macOS',
    'Chromium OS': 'ChromeOS',
    'Chrome OS': 'ChromeOS',
    KAIOS: 'KaiOS',
    Chromecast: 'Chromecast',
    'Firefox OS': 'Firefox OS',
  }),
)
const browserNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Mobile Safari': 'Safari',
    'Chrome Headless': 'Chrome',
    'Mobile Chrome': 'Chrome',
    'Mobile Firefox': 'Firefox',
    'Oculus Browser': 'Meta Quest Browser',
  }),
)
// Native players that the parser does not know.
const players: readonly [pattern: RegExp, name: string][] = [
  [/^(?:.* )?ExoPlayerLib\/([\d.]+)/, 'ExoPlayer'],
  [/AndroidXMedia3\/([\d.]+)/, 'Media3'],
  [/AppleCoreMedia\/([\w.]+)/, 'AppleCoreMedia'],
  [/Roku\/DVP-([\d.]+)/, 'Roku'],
  [/VLC\/([\d.]+)/, 'VLC'],
  [/Lavf\/([\d.]+)/, 'FFmpeg'],
  [/Kodi\/([\d.]+)/, 'Kodi'],
]

export const describeUserAgent = (given: string, givenHints: ClientHints): UserAgent => {
  const userAgent = given.trim().slice(0, lengthMax)
  const hints = readHints(givenHints)
  const parsed = new UAParser(userAgent).getResult()
  const system = describeSystem(userAgent, parsed.os, hints)
  const [pattern, player] = players.find(([each]) => each.test(userAgent)) ?? []
  const playerVersion = pattern?.exec(userAgent)?.[1] ?? null
  return {
    user_agent: userAgent === '' ? null : userAgent,
    ...system,
    os_architecture: hints.architecture ?? parsed.cpu.architecture ?? null,
    ...(player === undefined
      ? describeBrowser(parsed.browser, hints)
      : { browser: player, browser_version: playerVersion }),
    browser_engine: parsed.engine.name ?? null,
    ...describeDevice(userAgent, parsed.device, system.operating_system, hints),
    bot_class: botClass(userAgent),
  }
}

interface Named {
  name: string | undefined
  version: string | undefined
}

/** A hint names the browser family; only the user agent names apps that embed a browser. */
function describeBrowser(parsed: Named, hints: ReadHints) {
  const name =
    parsed.name === undefined ? undefined : (browserNames.get(parsed.name) ?? parsed.name)
  const isSame =
    hints.browser === null || name === undefined || hints.browser === name || name === 'Chrome'
  return {
    browser: (isSame ? hints.browser : null) ?? name ?? null,
    browser_version: (isSame ? hints.browserVersion : null) ?? parsed.version ?? null,
  }
}

function describeSystem(userAgent: string, parsed: Named, hints: ReadHints) {
  const name = hints.platform ?? systemOf(userAgent, parsed.name)
  const hinted = hints.platformVersion
  const version =
    name === 'Windows' && hinted !== null
      ? windowsVersion(hinted)
      : (hinted ?? versionOf(userAgent, parsed))
  return {
    operating_system: name === null ? null : (systemNames.get(name) ?? name),
    operating_system_version: version,
  }
}

function systemOf(userAgent: string, parsed: string | undefined): string | null {
  if (/Apple ?TV|tvOS/i.test(userAgent)) return 'tvOS'
  if (/Roku/.test(userAgent)) return 'Roku OS'
  if (/CrOS/.test(userAgent)) return 'ChromeOS'
  if (/\bAFT[A-Z0-9]{1,6}\b|\bKF[A-Z]{2,}\b|\bAEO[A-Z]{2}\b/.test(userAgent)) return 'Fire OS'
  return parsed ?? null
}

/** Some user agents have a processor or the word TV in place of a version. */
function versionOf(userAgent: string, { version }: Named): string | null {
  const [, tvOs] = /Apple ?TV.*? OS ([\d_]+)|tvOS\/?([\d.]+)/.exec(userAgent) ?? []
  if (tvOs !== undefined) return tvOs.replaceAll('_', '.')
  const [, roku] = /Roku\/DVP-([\d.]+)/.exec(userAgent) ?? []
  if (roku !== undefined) return roku
  const [, webOs] = /WEBOS([\d.]+)/.exec(userAgent) ?? []
  if (webOs !== undefined) return webOs
  return version !== undefined && /^(?:\d|XP|Vista|NT|ME|Series)/.test(version) ? version : null
}
