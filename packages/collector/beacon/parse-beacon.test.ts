import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { longKey, shortKey } from './keys.ts'
import { parseBeacon } from './parse-beacon.ts'
import { readStoredBody, storedBody } from './stored-body.ts'
import { writeBeacon } from './write-beacon.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const keyPairs = JSON.parse(readFileSync(new URL('key-pairs.json', fixtures), 'utf8')) as Record<
  string,
  string
>
const captures = readdirSync(fixtures).filter(
  (name) => name.endsWith('.json') && name !== 'key-pairs.json',
)

const oneEvent = (event: Record<string, unknown>, metadata: Record<string, unknown> = {}) =>
  JSON.stringify({
    metadata: { transmission_timestamp: 1_795_236_600_951, ...metadata },
    events: [{ e: 'hb', xid: 'view-1', xsqno: 3, uti: 1_795_236_600_000, ...event }],
  })
const fieldsOf = (event: Record<string, unknown>) => parseBeacon(oneEvent(event)).events[0]?.fields

describe('control characters', () => {
  test('go from whatever can be listed, so that it can be asked for', () => {
    expect(
      fieldsOf({
        vtt: 'Nor\0thern\u0007 lights\u007f',
        c1: 'two\r\nlines\tand\u0085more',
        my_favourite_thing: ['a\0b', { inner: '\u001bx' }],
        percz: 'at one\n\tat two\0',
      }),
    ).toMatchObject({
      video_title: 'Northern lights',
      custom_1: 'two lines and more',
      my_favourite_thing: ['ab', { inner: 'x' }],
      player_error_context: 'at one\n\tat two',
    })
  })

  test('stay in the ids that players choose', () => {
    expect(parseBeacon(oneEvent({ xid: 'a\0b' })).events).toMatchObject([{ viewId: 'a\0b' }])
  })
})

describe('keys', () => {
  test('every key of every capture is read and written as its player wrote it', () => {
    const pairs = Object.entries(keyPairs)
    expect(pairs.length).toBeGreaterThan(130)
    expect(pairs.map(([short]) => longKey(short))).toEqual(pairs.map(([, long]) => long))
    expect(pairs.map(([, long]) => shortKey(long))).toEqual(pairs.map(([short]) => short))
  })

  test('numbers, unknown words and unknown first words survive the way there and back', () => {
    expect(longKey('c10')).toBe('custom_10')
    expect(longKey('v_foo_id')).toBe('video_foo_id')
    expect(shortKey('operating_system')).toBe('operating__system_')
    expect(longKey('operating__system_')).toBe('operating_system')
    expect(longKey('my_favourite_thing')).toBe('my_favourite_thing')
    expect(longKey('?!')).toBe('?!')
  })
})

describe('parseBeacon', () => {
  test.each(captures)('reads every event of %s and refuses none', (name) => {
    const capture = JSON.parse(readFileSync(new URL(name, fixtures), 'utf8')) as {
      requests: { body: { metadata: Record<string, number>; events: Record<string, unknown>[] } }[]
    }
    for (const { body } of capture.requests) {
      const parsed = parseBeacon(JSON.stringify(body))
      expect(parsed.refused).toEqual([])
      expect(parsed.transmittedAt).toBe(body.metadata.transmission_timestamp)
      expect(parsed.roundTripMs).toBe(body.metadata.rtt_ms ?? 0)
      expect(
        parsed.events.map((event) => [event.name, event.viewSequence, event.viewerTime]),
      ).toEqual(body.events.map((event) => [event.e, event.xsqno, event.uti]))
      expect(parsed.events.every((event) => event.environmentKey === 'testenvkey01')).toBe(true)
    }
  })

  test('what it writes it reads again', () => {
    const event = {
      env_key: 'key',
      event: 'hb',
      view_id: 'v',
      view_sequence_number: 2,
      player_sequence_number: 9,
      player_instance_id: 'p',
      viewer_time: 1_000,
      video_title: 'A "title" – ü',
      custom_12: 5,
      video_source_duration: null,
      page_url: 'https://example.com/watch?id=1#top',
    }
    const body = writeBeacon({ transmittedAt: 2_000, roundTripMs: 30, events: [event] })
    expect(Object.keys(JSON.parse(body).events[0])).toEqual(
      expect.arrayContaining(['ake', 'e', 'xid', 'c12', 'wur']),
    )
    expect(Object.keys(JSON.parse(body).events[0]).at(-1)).toBe('wur')
    const parsed = parseBeacon(body)
    expect(parsed).toMatchObject({ transmittedAt: 2_000, roundTripMs: 30, refused: [] })
    expect(parsed.events).toEqual([
      {
        environmentKey: 'key',
        name: 'hb',
        viewId: 'v',
        viewSequence: 2,
        playerSequence: 9,
        playerInstanceId: 'p',
        viewerTime: 1_000,
        fields: {
          video_title: 'A "title" – ü',
          custom_12: 5,
          video_source_duration: null,
          page_url: 'https://example.com/watch?id=1#top',
        },
      },
    ])
    expect(readStoredBody(storedBody(parsed.events[0]!))).toEqual(parsed.events[0]!.fields)
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '17'],
    ['no events', '{"metadata":{}}'],
    ['events that are no list', '{"events":{"0":{}}}'],
    ['an empty list', '{"events":[]}'],
    ['brackets without end', '['.repeat(400_000)],
    ['half of a body', '{"metadata":{},"events":[{"e":"hb"'],
  ])('counts %s as one unreadable request', (_, body) => {
    expect(parseBeacon(body)).toEqual({
      transmittedAt: null,
      roundTripMs: 0,
      environmentKey: null,
      events: [],
      refused: [{ reason: 'unreadable', count: 1 }],
    })
  })

  test('takes 300 events and counts those beyond', () => {
    const events = Array.from({ length: 310 }, (_, at) => ({
      e: 'hb',
      xid: 'v',
      xsqno: at,
      uti: 5,
    }))
    const parsed = parseBeacon(JSON.stringify({ events }))
    expect(parsed.events).toHaveLength(300)
    expect(parsed.refused).toEqual([{ reason: 'too_many_events', count: 10 }])
  })

  test('counts events without name, view or sequence and keeps their neighbours', () => {
    const good = { e: 'hb', xid: 'v', xsqno: 1, uti: 5 }
    const bad = [
      { ...good, e: undefined },
      { ...good, xid: null },
      { ...good, xid: { deep: 1 } },
      { ...good, xid: 'x'.repeat(300) },
      { ...good, xsqno: 'many' },
      { ...good, xsqno: -1 },
      { ...good, xsqno: 1.5 },
      { ...good, uti: undefined },
      'text',
      null,
      [],
    ]
    const parsed = parseBeacon(JSON.stringify({ events: [good, ...bad, { ...good, xsqno: 2 }] }))
    expect(parsed.events.map((event) => event.viewSequence)).toEqual([1, 2])
    expect(parsed.refused).toEqual([{ reason: 'invalid_event', count: bad.length }])
  })

  test('numbers as text and a body without metadata are what some players send', () => {
    const parsed = parseBeacon(
      JSON.stringify({
        events: [
          { e: 'play', xid: 'v', xsqno: '1', psqno: '4', uti: '1795236600000' },
          { e: 'hb', xid: 'v', xsqno: '2', psqno: '5', uti: '1795236610000' },
        ],
      }),
    )
    expect(parsed.transmittedAt).toBe(1_795_236_610_000)
    expect(parsed.events.map((event) => [event.viewSequence, event.playerSequence])).toEqual([
      [1, 4],
      [2, 5],
    ])
  })

  test('no key can reach the prototype of anything', () => {
    const body = `{"events":[{"e":"hb","xid":"v","xsqno":1,"uti":5,"__proto__":{"polluted":1},"constructor":"x","c1":{"__proto__":{"polluted":1},"a":1}}]}`
    const fields = parseBeacon(body).events[0]!.fields
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect((fields as Record<string, unknown>).polluted).toBeUndefined()
    expect(fields.custom_1).toEqual({ a: 1 })
    expect(storedBody({ fields })).toBe('{"constructor":"x","custom_1":{"a":1}}')
  })

  test('long texts are cut, keys are counted, nested values have an end', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as object
    const fields = fieldsOf({
      vtt: 'x'.repeat(100_000),
      qrfls: nested,
      qrphe: Array.from({ length: 5_000 }, () => 1),
      ...Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`key${at}`, at])),
    })!
    expect((fields.video_title as string).length).toBe(4_096)
    expect(JSON.stringify(fields.request_rendition_lists).length).toBeLessThan(100)
    expect((fields.request_response_headers as unknown[]).length).toBeLessThanOrEqual(300)
    expect(Object.keys(fields).length).toBeLessThanOrEqual(400)
  })

  test('a number beyond all bounds is unknown, at once as well as read from the store', () => {
    const body =
      '{"events":[{"e":"hb","xid":"v","xsqno":1,"uti":1,"vtt":1e400,"vsr":[-1e400],"vdu":1e308}]}'
    const [event] = parseBeacon(body).events
    expect(event?.fields).toEqual({
      video_title: null,
      video_series: [null],
      video_duration: 1e308,
    })
    expect(readStoredBody(storedBody(event!))).toEqual(event?.fields)
  })

  test('half characters become whole ones', () => {
    const title = fieldsOf({ vtt: 'broken \ud83d' })!.video_title as string
    expect(title.isWellFormed()).toBe(true)
  })

  test('media addresses lose their query, pages keep theirs but no password', () => {
    const fields = fieldsOf({
      vsour: 'https://user:word@cdn.example.com/a.m3u8?token=secret#x',
      qur: '/media/seg1.ts?sig=secret',
      vpour: 'https://cdn.example.com/p.jpg?token=secret',
      wur: 'https://user:word@example.com/watch?id=5',
      percz: 'url: https://cdn.example.com/s.ts?token=secret\nresponse: 503',
      c1: 'a?b=c',
    })!
    expect(fields).toMatchObject({
      video_source_url: 'https://cdn.example.com/a.m3u8',
      request_url: '/media/seg1.ts',
      video_poster_url: 'https://cdn.example.com/p.jpg',
      page_url: 'https://example.com/watch?id=5',
      player_error_context: 'url: https://cdn.example.com/s.ts\nresponse: 503',
      custom_1: 'a?b=c',
    })
    expect(JSON.stringify(fields)).not.toMatch(/secret|word@/)
  })

  test('unknown keys of any kind stay', () => {
    expect(fieldsOf({ zz_new_key: 1, c3: [1, 'a', null], c4: false, c5: null })).toMatchObject({
      zz_new_key: 1,
      custom_3: [1, 'a', null],
      custom_4: false,
      custom_5: null,
    })
  })
})
