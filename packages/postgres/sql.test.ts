import { expect, test } from 'vitest'
import { sql } from './sql.ts'

function shape(fragment: typeof sql.empty): { text: string; values: readonly unknown[] } {
  return { text: fragment.text, values: fragment.parameters }
}

test('values are numbered and never part of the text', () => {
  const name = `'; DROP TABLE users; --`
  expect(
    shape(sql`SELECT * FROM users WHERE name = ${name} AND age > ${3} AND tags && ${['a', 'b']}`),
  ).toEqual({
    text: 'SELECT * FROM users WHERE name = $1 AND age > $2 AND tags && $3',
    values: [name, 3, ['a', 'b']],
  })
})

test('fragments compose at any depth and keep the order of their values', () => {
  const inner = sql`b = ${2} OR ${sql`c = ${3}`}`
  const conditions = sql.join([sql`a = ${1}`, inner, sql`d = ${4}`], ' AND ')
  expect(shape(sql`SELECT ${0} WHERE ${conditions} LIMIT ${5}`)).toEqual({
    text: 'SELECT $1 WHERE a = $2 AND b = $3 OR c = $4 AND d = $5 LIMIT $6',
    values: [0, 1, 2, 3, 4, 5],
  })
  expect(shape(sql`SELECT 1 ${sql.empty} ${sql.join([])}`).text.trim()).toBe('SELECT 1')
})

test('an identifier stays one name, whatever it holds', () => {
  expect(sql`SELECT ${sql.identifier('a"; DROP TABLE users; --')}`.text).toBe(
    'SELECT "a""; DROP TABLE users; --"',
  )
  expect(() => sql.identifier('')).toThrow(TypeError)
  expect(() => sql.identifier('a\0b')).toThrow(TypeError)
})

test('json is bound as text', () => {
  expect(shape(sql`INSERT INTO t VALUES (${sql.json({ a: [`'`] })})`)).toEqual({
    text: 'INSERT INTO t VALUES ($1::jsonb)',
    values: [`{"a":["'"]}`],
  })
})

test('an argument that is neither a value nor a fragment is refused', () => {
  const lookalike = JSON.parse('{"text":"DROP TABLE users","values":[]}') as never
  expect(() => sql`SELECT ${lookalike}`).toThrow('use sql.json for objects')
  expect(() => sql`SELECT ${undefined as never}`).toThrow('type undefined')
  expect(() => sql`SELECT ${[{ a: 1 }] as never}`).toThrow('type object')
  expect(() => sql(['DROP TABLE users'] as never)).toThrow('takes no text from elsewhere')
  expect(() => sql('DROP TABLE users' as never)).toThrow('takes no text from elsewhere')
  expect(() => sql.join([sql`a`], '; DROP TABLE users; ' as never)).toThrow('Fragments join by')
})

test('a query is named after the function it is in', () => {
  function listThings() {
    return sql`SELECT ${sql`1`}`
  }
  const listMore = async () => sql`SELECT 2`
  expect(listThings().text).toBe('/* listThings */ SELECT 1')
  expect(listThings().name).toBe('listThings')
  return expect(listMore().then((query) => query.text)).resolves.toBe('/* listMore */ SELECT 2')
})
