import { describe, expect, test } from 'vitest'
import { Vault } from './secrets.ts'
import type { CodePurpose } from './signing-purposes.ts'

const now = new Date('2026-11-22T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const vault = new Vault(Buffer.alloc(32, 1))
const token = vault.sign('session-socket', { user_id: 'one' }, 60, now)
const [body = '', mac = ''] = token.split('.')

const verify = (candidate: string, at = now) => vault.verify('session-socket', candidate, at)

/** The last of 43 characters holds four significant bits and two that are ignored. */
const sameBytesOtherwise = (code: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = `${code.slice(0, -1)}${letters[letters.indexOf(code.at(-1) ?? '') + 1]}`
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(code, 'base64url'))
  return other
}

describe('a signed statement', () => {
  test('is read by its own purpose until its time is over', () => {
    expect(verify(token)).toEqual({ user_id: 'one', exp: now.getTime() / 1000 + 60 })
    expect(verify(token, later(59))).toBeDefined()
    expect(verify(token, later(60))).toBeUndefined()
  })

  test('for one purpose is refused for any other, and by another server', () => {
    expect(vault.verify('views-export', token, now)).toBeUndefined()
    const other = new Vault(Buffer.alloc(32, 2))
    expect(other.verify('session-socket', token, now)).toBeUndefined()
  })

  test('cannot be made of the code in an address, whatever its purpose is called', () => {
    for (const purpose of ['statement', 'statements', 'session-socket']) {
      for (const made of [body, Buffer.from('no JSON').toString('base64url')]) {
        const code = vault.mac(purpose as CodePurpose, made).toString('base64url')
        expect(verify(`${made}.${code}`)).toBeUndefined()
      }
    }
  })

  const altered = Buffer.from(JSON.stringify({ user_id: 'two', exp: 9e9 })).toString('base64url')

  test.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['no code', body],
    ['an empty code', `${body}.`],
    ['an empty statement', `.${mac}`],
    ['another statement', `${altered}.${mac}`],
    ['a cut code', token.slice(0, -1)],
    ['a longer code', `${token}A`],
    ['a padded code', `${token}=`],
    ['the same bytes in another spelling', `${body}.${sameBytesOtherwise(mac)}`],
    ['a third part', `${token}.x`],
    ['no base64', '%%%.%%%'],
    ['no JSON', `${Buffer.from('{"exp":').toString('base64url')}.${mac}`],
    ['NUL and half a surrogate', '\0\uD800.\uDFFF'],
    ['a megabyte', `${'A'.repeat(1_000_000)}.${mac}`],
  ])('is not to be had from %s', (_, candidate) => {
    expect(verify(candidate)).toBeUndefined()
  })
})
