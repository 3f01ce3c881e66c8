import { expect, test } from 'vitest'
import { domainsIn, ssoErrors, ssoInput, ssoValues } from './sso-values.ts'

const values = {
  issuer: 'https://login.northlight.example',
  clientId: 'playhead',
  clientSecret: 'secret',
  emailDomains: 'northlight.example, @Harbour.example',
  required: true,
}

test('domains may be written with commas, spaces and @', () => {
  expect(domainsIn('a.example,@B.example  c.example;')).toEqual([
    'a.example',
    'b.example',
    'c.example',
  ])
})

test('a secret is needed once; later an empty one keeps the stored one', () => {
  expect(ssoErrors({ ...values, clientSecret: '' }, false).clientSecret).toBe(
    'Client secret is required',
  )
  expect(ssoErrors({ ...values, clientSecret: '' }, true).clientSecret).toBeUndefined()
  expect(ssoInput({ ...values, clientSecret: '' })).not.toHaveProperty('clientSecret')
  expect(ssoInput(values)).toEqual({
    issuer: 'https://login.northlight.example',
    clientId: 'playhead',
    clientSecret: 'secret',
    emailDomains: ['northlight.example', 'harbour.example'],
    required: true,
  })
})

test('each invalid field has a message', () => {
  expect(ssoErrors({ ...ssoValues(null), emailDomains: 'northlight' }, false)).toEqual({
    issuer: 'URL does not appear to be valid',
    clientId: 'Client id is required',
    clientSecret: 'Client secret is required',
    emailDomains: '“northlight” is not a domain',
  })
})
