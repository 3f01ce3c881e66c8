import { describe, expect, test } from 'vitest'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { InputRefused } from '../../input-refused.ts'
import { writeWebVtt } from '../cue.ts'
import { readSubtitles } from '../read-subtitles.ts'

const vttOf = (text: string) => writeWebVtt(readSubtitles(Buffer.from(text)))

const advanced = String.raw`[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,a remark
Dialogue: 0,0:00:05.00,0:00:06.50,Default,,0,0,0,,Second, with a comma\Nand {\i1}two{\i0} lines
Dialogue: 0,0:00:01.50,0:00:03.25,Default,Fred,0,0,0,,{\an8\fs20}On <top> & {\b1}bold{\r} here
Dialogue: 1,0:00:01.50,0:00:03.25,Default,Fred,0,0,0,,{\an8\blur4}On <top> & {\b1}bold{\r} here
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,{\p1}m 0 0 l 100 0 100 100{\p0}
Dialogue: 0,0:00:09.00,0:00:08.00,Default,,0,0,0,,back
Dialogue: 0,0:00:09.00,0:00:10.00,Default,,0,0,0,,{\i700}a\hb{\an1}
`

describe('SubStation Alpha', () => {
  test('becomes WebVTT: times, lines, places and plain marks; drawings, layers and remarks are left out', () => {
    expect(vttOf(advanced)).toBe(`WEBVTT

00:00:01.500 --> 00:00:03.250 line:0
On &lt;top&gt; &amp; <b>bold</b> here

00:00:05.000 --> 00:00:06.500
Second, with a comma
and <i>two</i> lines

00:00:09.000 --> 00:00:10.000 align:start
<i>a\u00a0b</i>
`)
  })

  test('of the old kind is read by the fields that it names', () => {
    const old =
      '[Events]\r\nFormat: Marked, Start, End, Style, Name, Text\r\nDialogue: Marked=0,1:00:01.5,1:00:02.00,*Default,,Hello, you\r\n'
    expect(vttOf(old)).toBe('WEBVTT\n\n01:00:01.500 --> 01:00:02.000\nHello, you\n')
  })

  test('without a line is refused', () => {
    const empty = '[Script Info]\n[Events]\nFormat: Start, End, Text\n'
    expect(() => vttOf(empty)).toThrow(new InputRefused('The SubStation Alpha file has no cues.'))
  })
})

const ttml = (body: string, head = '', attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>
<head>${head}</head><body>${body}</body></tt>`

describe('TTML', () => {
  test('becomes WebVTT: lines, marks of its own and of styles, and what is at the top', () => {
    const head = `<styling><style xml:id="s1" tts:fontStyle="italic"/></styling>
      <layout><region xml:id="top" tts:displayAlign="before" tts:origin="10% 5%"/>
      <region xml:id="low"><style tts:displayAlign="before"/><style tts:origin="10% 80%"/></region></layout>`
    const body = `<div>
      <p begin="00:00:01.500" end="00:00:03.25" region="top"><span style="s1">Hello</span><br/>
        you &amp; me &lt;3 &#x266A;</p>
      <p begin="4s" dur="1500ms" region="low"><span tts:fontWeight="bold">Tom</span> <![CDATA[&]]> Jerry</p>
      <p begin="6s" end="7s"> <br/> </p><!-- <p begin="8s" end="9s">never</p> -->
    </div>`
    expect(vttOf(ttml(body, head))).toBe(`WEBVTT

00:00:01.500 --> 00:00:03.250 line:0
<i>Hello</i>
you &amp; me &lt;3 ♪

00:00:04.000 --> 00:00:05.500
<b>Tom</b> &amp; Jerry
`)
  })

  test.each([
    ['frames', 'ttp:frameRate="25"', '00:00:02:05', '00:00:03:00', '02.200', '03.000'],
    [
      'frames of television',
      'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
      '00:00:02:00',
      '60f',
      '02.000',
      '02.002',
    ],
    ['ticks', 'ttp:tickRate="10000000"', '15000000t', '20000000t', '01.500', '02.000'],
    ['minutes', '', '0.05m', '0.001h', '03.000', '03.600'],
  ])('has its times in %s', (_, attributes, begin, end, from, to) => {
    const text = ttml(`<div><p begin="${begin}" end="${end}">a</p></div>`, '', attributes)
    expect(vttOf(text)).toContain(`00:00:${from} --> 00:00:${to}\na`)
  })

  test('times within others count from their start, and end with them', () => {
    const body = `<div begin="10s" end="20s"><p begin="1s" end="30s">
      <span begin="0s" end="2s">one</span><span begin="2s">two</span></p></div>`
    expect(vttOf(ttml(body))).toBe(
      'WEBVTT\n\n00:00:11.000 --> 00:00:13.000\none\n\n00:00:13.000 --> 00:00:20.000\ntwo\n',
    )
  })

  test('of any prefix is read, also as DFXP', () => {
    const text =
      '<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"><tt:body><tt:div><tt:p begin="1s" end="2s">a</tt:p></tt:div></tt:body></tt:tt>'
    expect(vttOf(text)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n')
  })

  test('with pictures of text is refused, and entities of its own are not expanded', () => {
    const pictures = ttml('<div><p begin="1s" end="2s"><image src="one.png"/></p></div>')
    expect(() => vttOf(pictures)).toThrow(new InputRefused('The TTML file has no cues.'))
    const bomb = `<!DOCTYPE tt [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]><tt><body><p begin="1s" end="2s">x&a;&b;</p></body></tt>`
    expect(vttOf(bomb)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx\n')
  })
})

test('files made to be slow are read in a moment', async () => {
  const texts = [
    `<tt><body>${'<p begin="1s" end="2s">'.repeat(200_000)}`,
    `<tt ${'a="'.repeat(600_000)}`,
    `<tt><body><p begin="1s" end="2s">${'<!--'.repeat(500_000)}`,
    `<tt><body>${'<![CDATA['.repeat(300_000)}`,
    `<tt>${'<'.repeat(2_000_000)}`,
    `<tt><!DOCTYPE ${'['.repeat(1_000_000)}`,
    `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,${'{\\'.repeat(1_000_000)}`,
    `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,${'{\\i1}'.repeat(300_000)}`,
    `${'<!--'.repeat(1_000_000)}<tt>`,
    `${' '.repeat(2_000_000)}<tt>`,
  ]
  const slow: string[] = []
  for (const text of texts) {
    const ms = await countCpuMs(() => {
      try {
        readSubtitles(Buffer.from(text))
      } catch (error) {
        if (!(error instanceof InputRefused)) throw error
      }
    })
    if (ms > 2000) slow.push(`${text.slice(0, 30)} ${Math.round(ms)}`)
  }
  expect(slow).toEqual([])
})
