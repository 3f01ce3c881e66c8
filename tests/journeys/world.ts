import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { operator } from './operator.ts'

export interface Person {
  id: string
  email: string
  password: string
}

export interface World {
  organization: { id: string; name: string }
  environment: { id: string; name: string }
  admin: Person
}

interface PersonOptions {
  isAdmin?: boolean
  /** Makes the admin a staff member of the installation. */
  isInternal?: boolean
  email?: string
  /** Of which server; default is the one that all tests share. */
  command?: typeof operator
}

export const password = 'tall-harbour-lantern-42'

/** A separate organization with one environment and one admin, so that no test sees another's changes. */
export const makeWorld = async ({
  email,
  command = operator,
}: Pick<PersonOptions, 'email' | 'command'> = {}): Promise<World> => {
  const suffix = randomUUID().slice(0, 8)
  const organizationName = `Harbour ${suffix}`
  const organization = await command('organization create', { name: organizationName })
  const environment = await command('environment create', {
    organization: organization.id,
    name: 'Production',
    type: 'production',
  })
  return {
    organization: { id: organization.id, name: organizationName },
    environment: { id: environment.id, name: 'Production' },
    admin: await addPerson(organization.id, {
      isAdmin: true,
      command,
      ...(email !== undefined && { email }),
    }),
  }
}

export const addPerson = async (
  organizationId: string | undefined,
  options: PersonOptions = {},
): Promise<Person> => {
  const { isAdmin, isInternal, command = operator } = options
  const email = options.email ?? `${randomUUID().slice(0, 8)}@example.com`
  const user = await command('user create', {
    email,
    password,
    ...(organizationId !== undefined && { organization: organizationId }),
    ...(isAdmin && { admin: true }),
    ...(isInternal && { internal: true }),
  })
  return { id: user.id, email, password }
}

/** Signs a browser in without the form, for journeys that test something else. */
export const signIn = async (page: Page, { email, password: secret }: Person) => {
  const answer = await page.request.post('/ui/v1/session', {
    headers: { 'x-requested-with': 'playhead' },
    data: { session: { email, password: secret } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Signs in through the form on the open page. */
export const signInByForm = async (page: Page, { email, password: secret }: Person) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const environmentPath = ({ organization, environment }: World, rest: string) =>
  `/organizations/${organization.id}/environments/${environment.id}/${rest}`

export const organizationPath = ({ organization }: Pick<World, 'organization'>, rest: string) =>
  `/organizations/${organization.id}/${rest}`
