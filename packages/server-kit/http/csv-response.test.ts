import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { anyone } from '@playhead/contract-kit/endpoint.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { feature } from '../feature.ts'
import { implement } from '../implement.ts'

const Row = z.object({ field: z.nullable(z.string()), value: z.nullable(z.number()) })
const returns = z.object({ data: z.array(Row), total_row_count: z.int() })
const open = anyone('It is a test of files.')

const tables = endpoints({
  list: get('/data/v1/table', { access: open, summary: 'Rows', returns, csv: 'table.csv' }),
  plain: get('/data/v1/plain', { access: open, summary: 'Rows, but no file', returns }),
  empty: get('/data/v1/empty', { access: open, summary: 'No rows', returns, csv: 'empty.csv' }),
})

const rows = [
  { field: 'Say "hi", twice', value: 0.25 },
  { field: 'two\nlines', value: -1.5 },
  { field: '', value: null },
  { field: null, value: 3 },
  { field: '=HYPERLINK("http://x")', value: 1 },
  { field: '\n=1', value: 2 },
  { field: '＋1', value: 2 },
  { field: 'Žižkov ☕', value: 1e21 },
]

const { call } = await startTestApp([
  feature('tables', {
    endpoints: [
      implement(tables, {
        list: async () => ({ data: rows, total_row_count: rows.length }),
        plain: async () => ({ data: rows, total_row_count: rows.length }),
        empty: async () => ({ data: [], total_row_count: 0 }),
      }),
    ],
  }),
])

const asCsv = { headers: { accept: 'text/csv' } }

test('METR-043 METR-044 a request that accepts text/csv gets the rows as a file with a byte-order mark', async () => {
  const { status, body, headers } = await call('/data/v1/table', asCsv)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="table.csv"')
  // Decoding the body as text removes the byte-order mark.
  expect(body).toBe(
    [
      'field,value',
      '"Say ""hi"", twice",0.25',
      '"two\nlines",-1.5',
      '"",',
      ',3',
      `"'=HYPERLINK(""http://x"")",1`,
      `"'\n=1",2`,
      `'＋1,2`,
      'Žižkov ☕,1e+21',
      '',
    ].join('\r\n'),
  )
})

test('METR-044 the mark is really there, and a file without rows still names its columns', async () => {
  const { api } = await startTestApp([
    feature('tables', {
      endpoints: [
        implement(
          { empty: tables.empty },
          { empty: async () => ({ data: [], total_row_count: 0 }) },
        ),
      ],
    }),
  ])
  const response = await api.request('/data/v1/empty', asCsv)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.subarray(3).toString()).toBe('field,value\r\n')
})

test('everybody else gets JSON, and so does who asks an endpoint without a file', async () => {
  const json = { data: rows, total_row_count: rows.length }
  expect((await call('/data/v1/table')).body).toEqual(json)
  expect((await call('/data/v1/table', { headers: { accept: '*/*' } })).body).toEqual(json)
  expect((await call('/data/v1/plain', asCsv)).body).toEqual(json)
})

test('a browser that lists several types gets the file it names', async () => {
  const { headers } = await call('/data/v1/table', {
    headers: { accept: 'application/json;q=0.1, text/csv;q=0.9' },
  })
  expect(headers.get('content-type')).toContain('text/csv')
})
