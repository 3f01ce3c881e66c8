import { expect, test } from 'vitest'
import { mailParts } from './mail-parts.ts'

const links = (text: string) =>
  mailParts(text)
    .filter(({ isLink }) => isLink)
    .map((part) => part.text)

test('addresses in a mail become links without the marks around them', () => {
  expect(links('Open http://localhost:4000/join?a=1&token=x_-y.')).toEqual([
    'http://localhost:4000/join?a=1&token=x_-y',
  ])
  expect(links('See (https://a.example/b), or https://c.example!')).toEqual([
    'https://a.example/b',
    'https://c.example',
  ])
  expect(links('Nothing to follow, not even javascript:alert(1)')).toEqual([])
})

test('the text stays whole', () => {
  const text = 'Hello,\n\nhttps://a.example/b\n\nBye.'
  expect(
    mailParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
