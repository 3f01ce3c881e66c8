import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'
import { sql } from './sql.ts'
import { day, float, int, TypedValue, uint, uints } from './typed-value.ts'

test('values become typed parameters and never part of the text', () => {
  const name = `'; DROP TABLE views; --`
  const moment = new Date(0)
  const query = sql`SELECT * FROM views WHERE name = ${name} AND at > ${moment} AND n IN ${uints([1, 2n])}
    AND day = ${day('2026-11-21')} AND x > ${float(0.5)} AND y = ${int(-1)} AND z = ${uint(7)} AND ok = ${true} AND t IN ${['a']}`
  expect(query.text).toContain(
    `name = {p0:String} AND at > {p1:DateTime64(3, 'UTC')} AND n IN {p2:Array(UInt64)}`,
  )
  expect(query.text).toContain(
    'day = {p3:Date} AND x > {p4:Float64} AND y = {p5:Int64} AND z = {p6:UInt64}',
  )
  expect(query.text).toContain('ok = {p7:Bool} AND t IN {p8:Array(String)}')
  expect(query.parameters).toEqual({
    p0: name,
    p1: moment,
    p2: [1n, 2n],
    p3: '2026-11-21',
    p4: 0.5,
    p5: '-1',
    p6: '7',
    p7: true,
    p8: ['a'],
  })
})

test('fragments compose and keep the order of their values', () => {
  const conditions = sql.join([sql`a = ${'1'}`, sql`(b = ${'2'} OR ${sql`c = ${'3'}`})`], ' AND ')
  const query = sql`SELECT ${'0'} WHERE ${conditions} LIMIT ${uint(4)}`
  expect(query.text).toBe(
    'SELECT {p0:String} WHERE a = {p1:String} AND (b = {p2:String} OR c = {p3:String}) LIMIT {p4:UInt64}',
  )
  expect(Object.values(query.parameters)).toEqual(['0', '1', '2', '3', '4'])
})

test('an identifier stays one name, whatever it holds', () => {
  expect(sql`SELECT ${sql.identifier('a`; DROP TABLE views; \\')}`.text).toBe(
    'SELECT `a\\`; DROP TABLE views; \\\\`',
  )
})

test('what has no type of its own is refused', () => {
  for (const value of [5, undefined, null, {}, { type: 'String', value: 'x' }, [1], ['a', 1]]) {
    expect(() => sql`SELECT ${value as never}`).toThrow('cannot be bound without a type')
  }
  expect(() => new TypedValue('String} UNION ALL SELECT {p0:String' as never, 'x')).toThrow(
    'not bound as',
  )
  expect(() => uint(-1)).toThrow('too small')
  expect(() => uint(0.5)).toThrow('not a whole number')
  expect(() => uint(2 ** 53)).toThrow('not a whole number')
  expect(() => float(Number.NaN)).toThrow('finite')
  expect(() => day('today')).toThrow('looks like')
  expect(() => sql`SELECT ${new Date('nonsense')}`).toThrow('invalid date')
  expect(() => sql(['DROP TABLE views'] as never)).toThrow('takes no text from elsewhere')
})

test('a query is named after the function it is in', () => {
  function listViews() {
    return sql`SELECT 1`
  }
  expect(listViews().text).toBe('/* listViews */ SELECT 1')
})

test('a file is split at the semicolons that end statements, and only there', () => {
  const file = `
    -- a comment; with a semicolon
    CREATE TABLE a (b String DEFAULT 'x;''y\\';z') /* ; */ ENGINE = Memory;
    ;
    INSERT INTO \`odd;name\` VALUES ("c;d", $$e;f$$, $tag$g;$$h$tag$)
    -- the end`
  expect(splitStatements(file)).toEqual([
    `CREATE TABLE a (b String DEFAULT 'x;''y\\';z')   ENGINE = Memory`,
    'INSERT INTO `odd;name` VALUES ("c;d", $$e;f$$, $tag$g;$$h$tag$)',
  ])
  expect(() => splitStatements("SELECT 'open; SELECT 1")).toThrow("A ' is never closed.")
})
