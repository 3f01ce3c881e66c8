export type PlayerKind = 'web' | 'phone' | 'tv'

/** What the user agent says, in the terms of the enrichment. */
interface DeviceContext {
  device_category: string | null
  device_manufacturer: string | null
  device_name: string | null
  device_model: string | null
  operating_system: string | null
  operating_system_version: string | null
  os_architecture: string | null
  browser: string | null
  browser_version: string | null
  browser_engine: string | null
}

export interface Device {
  userAgent: string
  weight: number
  kind: PlayerKind
  /** CSS pixels of the player in the page, and of the whole screen. */
  player: readonly [width: number, height: number]
  screen: readonly [width: number, height: number]
  connections: readonly { type: 'wifi' | 'cellular' | 'wired'; weight: number }[]
  context: DeviceContext
}

const athome = [
  { type: 'wifi', weight: 7 },
  { type: 'wired', weight: 3 },
] as const
const onTheMove = [
  { type: 'wifi', weight: 6 },
  { type: 'cellular', weight: 4 },
] as const

const chrome = (platform: string, version: string, suffix = '') =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} ${suffix}Safari/537.36`

type ContextLine = readonly [
  category: string,
  manufacturer: string | null,
  name: string | null,
  model: string | null,
  system: string | null,
  systemVersion: string | null,
  architecture: string | null,
  browser: string | null,
  browserVersion: string | null,
  engine: string | null,
]

const context = (line: ContextLine): DeviceContext => ({
  device_category: line[0],
  device_manufacturer: line[1],
  device_name: line[2],
  device_model: line[3],
  operating_system: line[4],
  operating_system_version: line[5],
  os_architecture: line[6],
  browser: line[7],
  browser_version: line[8],
  browser_engine: line[9],
})

const windows = 'Windows NT 10.0; Win64; x64'
const mac = 'Macintosh; Intel Mac OS X 10_15_7'

const desktop = (userAgent: string, weight: number, line: ContextLine): Device => ({
  userAgent,
  weight,
  kind: 'web',
  player: [1280, 720],
  screen: [1920, 1080],
  connections: athome,
  context: context(line),
})

const handheld = (
  userAgent: string,
  weight: number,
  screen: readonly [number, number],
  line: ContextLine,
): Device => ({
  userAgent,
  weight,
  kind: 'phone',
  player: [screen[1], Math.round((screen[1] * 9) / 16)],
  screen,
  connections: onTheMove,
  context: context(line),
})

const television = (userAgent: string, weight: number, line: ContextLine): Device => ({
  userAgent,
  weight,
  kind: 'tv',
  player: [1920, 1080],
  screen: [1920, 1080],
  connections: athome,
  context: context(line),
})

export const devices: readonly Device[] = [
  desktop(chrome(windows, '142.0.0.0'), 16, [
    'desktop',
    null,
    null,
    null,
    'Windows',
    '10',
    'amd64',
    'Chrome',
    '142.0.0.0',
    'Blink',
  ]),
  desktop(chrome(windows, '142.0.0.0', '').concat(' Edg/142.0.0.0'), 7, [
    'desktop',
    null,
    null,
    null,
    'Windows',
    '10',
    'amd64',
    'Edge',
    '142.0.0.0',
    'Blink',
  ]),
  desktop('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 5, [
    'desktop',
    null,
    null,
    null,
    'Windows',
    '10',
    'amd64',
    'Firefox',
    '145.0',
    'Gecko',
  ]),
  desktop(
    `Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
    9,
    ['desktop', 'Apple', 'Mac', null, 'macOS', '10.15.7', null, 'Safari', '26.1', 'WebKit'],
  ),
  desktop(chrome(mac, '142.0.0.0'), 7, [
    'desktop',
    'Apple',
    'Mac',
    null,
    'macOS',
    '10.15.7',
    null,
    'Chrome',
    '142.0.0.0',
    'Blink',
  ]),
  desktop('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 2, [
    'desktop',
    null,
    null,
    null,
    'Linux',
    null,
    'amd64',
    'Firefox',
    '145.0',
    'Gecko',
  ]),
  handheld(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    15,
    [852, 393],
    ['phone', 'Apple', 'iPhone', 'iPhone', 'iOS', '18.6', null, 'Safari', '18.6', 'WebKit'],
  ),
  handheld(
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
    5,
    [1180, 820],
    ['tablet', 'Apple', 'iPad', 'iPad', 'iOS', '17.7', null, 'Safari', '17.7', 'WebKit'],
  ),
  handheld(
    chrome('Linux; Android 14; Pixel 8', '142.0.0.0', 'Mobile '),
    6,
    [915, 412],
    [
      'phone',
      'Google',
      'Pixel 8',
      'Pixel 8',
      'Android',
      '14',
      null,
      'Chrome',
      '142.0.0.0',
      'Blink',
    ],
  ),
  handheld(
    chrome('Linux; Android 15; SM-S928B', '141.0.0.0', 'Mobile '),
    9,
    [915, 412],
    [
      'phone',
      'Samsung',
      'SM-S928B',
      'SM-S928B',
      'Android',
      '15',
      null,
      'Chrome',
      '141.0.0.0',
      'Blink',
    ],
  ),
  handheld(
    chrome('Linux; Android 13; SM-X710', '140.0.0.0'),
    3,
    [1205, 753],
    [
      'tablet',
      'Samsung',
      'SM-X710',
      'SM-X710',
      'Android',
      '13',
      null,
      'Chrome',
      '140.0.0.0',
      'Blink',
    ],
  ),
  television(
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/94.0.4606.31 TV Safari/537.36',
    6,
    [
      'tv',
      'Samsung',
      'Samsung Smart TV',
      null,
      'Tizen',
      '7.0',
      null,
      'Samsung Internet',
      '4.0',
      'Blink',
    ],
  ),
  television(
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
    5,
    ['tv', 'LG', 'LG Smart TV', null, 'webOS', null, null, 'Chrome', '108.0.5359.211', 'Blink'],
  ),
  television(
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/130.4.1 like Chrome/130.0.6723.102 Safari/537.36',
    3,
    ['tv', 'Amazon', 'Fire TV', 'AFTKA', 'Fire OS', '9', null, 'Silk', '130.4.1', 'Blink'],
  ),
  television(
    'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    2,
    [
      'console',
      'Sony',
      'PlayStation 5',
      'PlayStation 5',
      'PlayStation',
      '5',
      null,
      'Safari',
      '17.4',
      'WebKit',
    ],
  ),
]
