import { describe, expect, test } from 'vitest'
import { landingAfterLogin, landingAfterSignup, loginPath, safeNext } from './landing.ts'
import { anOrganization, aSession, ids } from '../testing.tsx'

const session = aSession()
const environment = `/organizations/${ids.organization}/environments/${ids.environment}`
const environments = `/organizations/${ids.organization}/environments`
const nobody = aSession({ organization: null })
const locked = anOrganization({ authenticated: false })
const signOn = aSession({ organization: locked })

describe('after login', () => {
  test('SHELL-025 without any organization one is created', () => {
    expect(landingAfterLogin({ session: nobody, next: '/environments' })).toBe(
      '/create-organization',
    )
  })

  test('SHELL-026 with organizations of which none is active single sign-on is required', () => {
    expect(landingAfterLogin({ session: signOn })).toBe('/sso-required')
  })

  test('SHELL-026 one active organization is enough', () => {
    const open = anOrganization({ id: ids.otherOrganization })
    const mixed = aSession({ organization: locked, organizations: [locked, open] })
    expect(landingAfterLogin({ session: mixed })).toBe(
      `/organizations/${ids.otherOrganization}/environments`,
    )
  })

  test('SHELL-027 the stored next location comes first', () => {
    const next = `${environment}/account/profile?tab=a#b`
    expect(landingAfterLogin({ session, next, lastProduct: 'video' })).toBe(next)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/logout',
    '/login',
    '',
  ])('SHELL-027 %s is no place to continue', (next) => expect(safeNext(next)).toBeUndefined())

  test('SHELL-012 the intended location travels with the login address', () => {
    const path = loginPath('/environments?a=b&c=d')
    expect(safeNext(new URLSearchParams(path.split('?')[1]).get('next'))).toBe(
      '/environments?a=b&c=d',
    )
    expect(loginPath('/')).toBe('/login')
  })

  test('SHELL-028 without a next location: the environments list', () => {
    expect(landingAfterLogin({ session })).toBe(environments)
    const unknown = aSession({ currentEnvironment: null })
    expect(landingAfterLogin({ session: unknown, lastProduct: 'video' })).toBe(environments)
  })

  test('SHELL-028 SHELL-029 the last section leads into the current environment', () => {
    const of = (lastProduct: 'data' | 'video' | 'live-stream') =>
      landingAfterLogin({ session, lastProduct })
    expect(of('data')).toBe(`${environment}/data`)
    expect(of('live-stream')).toBe(`${environment}/video/live-streams`)
    expect(of('video')).toBe(`${environment}/video/assets`)
  })
})

describe('after signup', () => {
  test.each([
    ['video', undefined, `${environment}/video/assets`],
    ['live-stream', undefined, `${environment}/video/live-streams`],
    ['data', undefined, `${environment}/data`],
    ['data', 'pro', `${environment}/account/billing`],
    ['video', 'pro', `${environment}/video/assets`],
    [undefined, undefined, environments],
  ])('SHELL-030 type %s with plan %s', (type, plan, path) => {
    expect(landingAfterSignup({ session, type, plan })).toBe(path)
  })

  test('SHELL-031 the welcome parameter is carried along', () => {
    expect(landingAfterSignup({ session, type: 'video', welcome: 'true' })).toBe(
      `${environment}/video/assets?welcome=true`,
    )
    expect(landingAfterSignup({ session, welcome: '1' })).toBe(`${environments}?welcome=1`)
  })
})
