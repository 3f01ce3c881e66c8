import { expect, test } from 'vitest'
import { describeUserAgent } from './describe-user-agent.ts'
import { deviceCategories } from './device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1'
const webView = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/110.0.5481.154'

// user agent · category · manufacturer · name · system and version · browser and version · engine
const people: [string, string, string | null, string | null, string, string, string | null][] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    'desktop',
    null,
    null,
    'Windows 10',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.2903.86`,
    'desktop',
    null,
    null,
    'Windows 10',
    'Edge 131.0.2903.86',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    'desktop',
    null,
    null,
    'Windows 10',
    'Firefox 133.0',
    'Gecko',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'desktop',
    null,
    null,
    'Linux',
    'Firefox 128.0',
    'Gecko',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`,
    'desktop',
    'Apple',
    'Mac',
    'macOS 10.15.7',
    'Safari 18.1',
    'WebKit',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
    'desktop',
    null,
    null,
    'ChromeOS 14541.0.0',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
    'phone',
    'Apple',
    'iPhone',
    'iOS 18.1',
    'Safari 18.1',
    'WebKit',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
    'phone',
    'Apple',
    'iPhone',
    'iOS 18.1',
    'Chrome 131.0.6778.73',
    'WebKit',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
    'tablet',
    'Apple',
    'iPad',
    'iOS 17.6',
    'Safari 18.1',
    'WebKit',
  ],
  [
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 15_7 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
    'portable media player',
    'Apple',
    'iPod touch',
    'iOS 15.7',
    'Safari 18.1',
    'WebKit',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
    'phone',
    null,
    null,
    'Android 10',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`,
    'tablet',
    null,
    null,
    'Android 10',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) ${chrome} Mobile Safari/537.36`,
    'phone',
    'Google',
    'Pixel 8 Pro',
    'Android 14',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'phone',
    'Samsung',
    'SM-S928B',
    'Android 14',
    'Samsung Internet 27.0',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X700) ${chrome} Safari/537.36`,
    'tablet',
    'Samsung',
    'SM-X700',
    'Android 13',
    'Chrome 131.0.0.0',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
    'phone',
    null,
    null,
    'Android 14',
    'Firefox 133.0',
    'Gecko',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/130.5.2 like Chrome/130.0.6723.102 Safari/537.36',
    'tablet',
    'Amazon',
    'KFTRWI',
    'Fire OS 13',
    'Silk 130.5.2',
    'Blink',
  ],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
    'tv',
    'Samsung',
    'Samsung Smart TV',
    'Tizen 6.0',
    'Safari',
    'WebKit',
  ],
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 DMOST/2.0.0 (; LGE; webOSTV; WEBOS6.3.2 03.34.95; W6_lm21a;)',
    'tv',
    'LG',
    'LG Smart TV',
    'webOS 6.3.2',
    'Chrome 79.0.3945.79',
    'Blink',
  ],
  ['Roku/DVP-14.0 (14.0.4.5512-88)', 'tv', 'Roku', 'Roku', 'Roku OS 14.0', 'Roku 14.0', null],
  [
    `Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7285.2877N; wv) ${webView} Mobile Safari/537.36`,
    'tv',
    'Amazon',
    'Fire TV',
    'Fire OS 9',
    'Chrome WebView 110.0.5481.154',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT2.230203.001.S112; wv) ${webView} Mobile Safari/537.36`,
    'tv',
    'Sony',
    'BRAVIA 4K VH2',
    'Android 12',
    'Chrome WebView 110.0.5481.154',
    'Blink',
  ],
  [
    `Mozilla/5.0 (Linux; Android 11; SHIELD Android TV Build/RQ1A.210105.003; wv) ${webView} Mobile Safari/537.36`,
    'tv',
    'Nvidia',
    'Shield TV',
    'Android 11',
    'Chrome WebView 110.0.5481.154',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Linux; Android) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.102 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast',
    'tv',
    'Google',
    'Chromecast',
    'Android',
    'Chrome 98.0.4758.102',
    'Blink',
  ],
  [
    'AppleCoreMedia/1.0.0.22J580 (Apple TV; U; CPU OS 18_1 like Mac OS X; en_us)',
    'tv',
    'Apple',
    'Apple TV',
    'tvOS 18.1',
    'AppleCoreMedia 1.0.0.22J580',
    null,
  ],
  [
    'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.4.1 BDR; ) en) Presto/2.12.407 Version/12.50',
    'tv',
    'Philips',
    '40HFL5010T12',
    'NETTV 4.4.1',
    'Opera 12.50',
    'Presto',
  ],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    'console',
    'Sony',
    'PlayStation 5',
    'PlayStation 5',
    'Safari 13.0',
    'WebKit',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${chrome} Safari/537.36 Edg/131.0.0.0`,
    'console',
    'Microsoft',
    'Xbox',
    'Xbox Series X',
    'Edge 131.0.0.0',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.22.5 NintendoBrowser/5.1.0.22474',
    'console',
    'Nintendo',
    'Switch',
    'Nintendo',
    'WebKit 609.4',
    'WebKit',
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; AEOBC) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like Chrome/120.0.6099.230 Safari/537.36',
    'smart display',
    'Amazon',
    'Echo Show',
    'Fire OS 9',
    'Silk 120.4.1',
    'Blink',
  ],
  [
    'Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.5938.62 Safari/537.36 CrKey/1.56.500000 DeviceType/SmartSpeaker',
    'smart display',
    'Google',
    'Nest Hub',
    'Chromecast 1.56.500000',
    'Chrome 117.0.5938.62',
    'Blink',
  ],
  [
    'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/79.0.3945.130 Chrome/79.0.3945.130 Safari/537.36 Tesla/2023.38.9',
    'car browser',
    'Tesla',
    'Tesla',
    'Linux',
    'Tesla 2023.38.9',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/35.1.0 Chrome/126.0.6478.122 VR Safari/537.36',
    'wearable',
    'Meta',
    'Quest 3',
    'Android 13',
    'Meta Quest Browser 35.1.0',
    'Blink',
  ],
  [
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Safari/537.36 SonyCEBrowser/1.0 (BDP-S6700)',
    'peripheral',
    'Sony',
    null,
    'Linux',
    'Chrome 90.0',
    'Blink',
  ],
  [
    'Mozilla/5.0 (Mobile; Nokia_2720_Flip; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2',
    'feature phone',
    'Nokia',
    '2720 Flip',
    'KaiOS 2.5.2',
    'Firefox 48.0',
    'Gecko',
  ],
  [
    'AlexaMediaPlayer/2.1.4676.0 (Linux;Android 5.1.1) ExoPlayerLib/1.5.9',
    'smart speaker',
    null,
    null,
    'Android 5.1.1',
    'ExoPlayer 1.5.9',
    null,
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 4.1.2; en-us; EK-GC100 Build/JZO54K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'camera',
    null,
    'EK-GC100',
    'Android 4.1.2',
    'Android Browser 4.0',
    'WebKit',
  ],
  [
    'ExoPlayerDemo/2.19.1 (Linux; Android 13; Pixel 6) ExoPlayerLib/2.19.1',
    'phone',
    'Google',
    'Pixel 6',
    'Android 13',
    'ExoPlayer 2.19.1',
    null,
  ],
]

const together = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

test.each(people)(
  'device, system and browser of %s',
  (userAgent, category, maker, name, system, browser, engine) => {
    const told = describeUserAgent(userAgent, {})
    expect({
      category: told.device_category,
      maker: told.device_manufacturer,
      name: told.device_name,
      system: together(told.operating_system, told.operating_system_version),
      browser: together(told.browser, told.browser_version),
      engine: told.browser_engine,
      bot: told.bot_class,
      userAgent: told.user_agent,
    }).toEqual({ category, maker, name, system, browser, engine, bot: '', userAgent })
  },
)

test('the cases cover every device category', () => {
  expect(new Set(people.map(([, category]) => category))).toEqual(new Set(deviceCategories))
})

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'crawler'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'crawler'],
  [
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'crawler',
  ],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'assistant',
  ],
  ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'assistant'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36`,
    'headless',
  ],
  ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitor'],
  ['curl/8.5.0', 'library'],
  ['python-requests/2.32.3', 'library'],
  ['Go-http-client/2.0', 'library'],
  [
    'Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 Chrome/110.0 Mobile Safari/537.36',
    '',
  ],
  ['VLC/3.0.20 LibVLC/3.0.20', ''],
  ['', ''],
])('bot class of %j is %j', (userAgent, botClass) => {
  expect(describeUserAgent(userAgent, {}).bot_class).toBe(botClass)
})

const frozen = `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`
const frozenWindows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`

test('client hints give more details than the frozen user agent of a phone', () => {
  const told = describeUserAgent(frozen, {
    'sec-ch-ua': '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
    'sec-ch-ua-full-version-list':
      '"Google Chrome";v="131.0.6778.81", "Chromium";v="131.0.6778.81", "Not_A Brand";v="24.0.0.0"',
    'sec-ch-ua-mobile': '?1',
    'sec-ch-ua-platform': '"Android"',
    'sec-ch-ua-platform-version': '"15.0.0"',
    'sec-ch-ua-model': '"Pixel 9"',
    'sec-ch-ua-arch': '"arm"',
    'sec-ch-ua-bitness': '"64"',
  })
  expect(told).toMatchObject({
    device_category: 'phone',
    device_manufacturer: 'Google',
    device_name: 'Pixel 9',
    device_model: 'Pixel 9',
    operating_system: 'Android',
    operating_system_version: '15.0.0',
    browser: 'Chrome',
    browser_version: '131.0.6778.81',
    os_architecture: 'arm64',
  })
})

test.each([
  ['"15.0.0"', '11'],
  ['"13.0.0"', '11'],
  ['"10.0.0"', '10'],
  ['"0.3.0"', null],
  ['""', '10'],
])('Windows that hints at %s is Windows %s', (hint, version) => {
  const told = describeUserAgent(frozenWindows, {
    'sec-ch-ua-platform': '"Windows"',
    'sec-ch-ua-platform-version': hint,
  })
  expect(told).toMatchObject({ operating_system: 'Windows', operating_system_version: version })
})

test('a brand that is only in client hints counts', () => {
  const told = describeUserAgent(frozenWindows, {
    'sec-ch-ua': '"Not)A;Brand";v="99", "Brave";v="131", "Chromium";v="131"',
  })
  expect(told).toMatchObject({ browser: 'Brave', browser_version: '131' })
})

test('the app that the user agent names is not lost to the hints of the browser inside it', () => {
  const told = describeUserAgent(`${frozenWindows} OPR/115.0.0.0`, {
    'sec-ch-ua': '"Chromium";v="131", "Not_A Brand";v="24"',
  })
  expect(told).toMatchObject({ browser: 'Opera', browser_version: '115.0.0.0' })
})

test('a tablet says so by its form factor, though its user agent is that of a desktop', () => {
  const told = describeUserAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36', {
    'sec-ch-ua-form-factors': '"Tablet"',
  })
  expect(told.device_category).toBe('tablet')
})

test.each([
  [{ 'sec-ch-ua': '"'.repeat(5_000) }],
  [{ 'sec-ch-ua-platform': ['"Linux"', '"Windows"'] }],
  [{ 'sec-ch-ua-form-factors': '"'.repeat(4_000), 'sec-ch-ua-model': 'x'.repeat(9_000) }],
])('hostile hints and user agents are cut and never throw', (hints) => {
  const told = describeUserAgent(`Mozilla/5.0 (${'Android; '.repeat(20_000)}`, hints)
  expect(told.user_agent?.length).toBeLessThanOrEqual(500)
  expect((told.device_model ?? '').length).toBeLessThanOrEqual(128)
})

test('hints that are called what every object has are names like any other', () => {
  const told = describeUserAgent(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, {
    'sec-ch-ua': '"constructor";v="1"',
    'sec-ch-ua-platform': '"toString"',
    'sec-ch-ua-form-factors': '"valueOf"',
  })
  expect(told).toMatchObject({ browser: 'constructor', operating_system: 'toString' })
  for (const value of Object.values(told)) expect(typeof value).not.toBe('function')
})

test('a request without a user agent has no device or browser', () => {
  expect(new Set(Object.values(describeUserAgent('', {})))).toEqual(new Set([null, '']))
})
