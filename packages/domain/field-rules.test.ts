import { describe, expect, test } from 'vitest'
import { emailError, passwordConfirmationError, passwordError, urlError } from './field-rules.ts'

describe('AUTH-017 an empty or malformed address gives Invalid email', () => {
  test.each([
    '',
    ' ',
    'ada',
    'ada@',
    '@host.example',
    'a b@host.example',
    'ada@host',
    'ada@@host.example',
    'ada@host..example',
    `${'a'.repeat(250)}@host.example`,
    'ada@host.example,eve',
    'ada@host.<example>',
    'ada\0@host.example',
    // Lower-cased, the Kelvin sign becomes the k of another person's address.
    '\u212aevin@host.example',
  ])('AUTH-017 %j is refused', (email) => expect(emailError(email)).toBe('Invalid email'))
  test('AUTH-017 nothing at all is refused', () => {
    expect(emailError(undefined)).toBe('Invalid email')
  })
  test.each(['ada@host.example', 'ada+lovelace@sub.host.example', ' ada@host.example '])(
    '%j is accepted',
    (email) => expect(emailError(email)).toBeUndefined(),
  )
})

test('AUTH-019 a password shorter than 12 characters is refused, exactly 12 are accepted', () => {
  expect(passwordError('a'.repeat(11))).toBe('Password must be at least 12 characters long')
  expect(passwordError('a'.repeat(12))).toBeUndefined()
  expect(passwordError('é'.repeat(12))).toBeUndefined()
})

test('AUTH-021 an undefined password gives Password cannot be empty', () => {
  expect(passwordError(undefined)).toBe('Password cannot be empty')
})

test('AUTH-020 a differing confirmation gives Passwords must match', () => {
  expect(passwordConfirmationError('one', 'two')).toBe('Passwords must match')
  expect(passwordConfirmationError('one', 'one')).toBeUndefined()
})

test('AUTH-022 a malformed URL gives URL does not appear to be valid', () => {
  for (const url of ['', 'host', 'ftp://host', 'https://', 'javascript:alert(1)'])
    expect(urlError(url)).toBe('URL does not appear to be valid')
  expect(urlError('https://host.example/path')).toBeUndefined()
})
