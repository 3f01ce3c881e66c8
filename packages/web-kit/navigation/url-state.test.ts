import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './url-state.ts'

test('lists are written in bracket form and stay readable', () => {
  const search = { timeframe: ['24:hours'], filters: ['!country:US', '+asn:__null__'], page: '2' }
  const text = stringifySearch(search)
  expect(text).toBe('?timeframe[]=24:hours&filters[]=!country:US&filters[]=%2Basn:__null__&page=2')
  expect(parseSearch(text)).toEqual(search)
})

test('a list of one stays a list, an absent value leaves the address', () => {
  expect(parseSearch('?a[]=1&b=x&b=y')).toEqual({ a: ['1'], b: 'y' })
  expect(stringifySearch({ a: undefined, b: null })).toBe('')
})

test.each(['a b', 'a&b=c', '100%', 'ünï', '#x', '[]'])('%s survives the address', (value) => {
  expect(parseSearch(stringifySearch({ value, list: [value] }))).toEqual({ value, list: [value] })
})
