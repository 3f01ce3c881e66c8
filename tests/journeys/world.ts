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

const password = 'tall-harbour-lantern-42'

/** An organization of its own with one environment and one admin, so that no test sees another's changes. */
export async function makeWorld(): Promise<World> {
  const suffix = randomUUID().slice(0, 8)
  const organizationName = `Harbour ${suffix}`
  const organization = await operator('organization create', { name: organizationName })
  const environment = await operator('environment create', {
    organization: organization.id,
    name: 'Production',
    type: 'production',
  })
  return {
    organization: { id: organization.id, name: organizationName },
    environment: { id: environment.id, name: 'Production' },
    admin: await addPerson(organization.id, { isAdmin: true }),
  }
}

export async function addPerson(
  organizationId: string,
  { isAdmin = false }: { isAdmin?: boolean } = {},
): Promise<Person> {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const user = await operator('user create', {
    email,
    password,
    organization: organizationId,
    ...(isAdmin ? { admin: true } : {}),
  })
  return { id: user.id, email, password }
}

/** Signs a browser in without the form, for journeys that are about something else. */
export async function signIn(page: Page, { email, password: secret }: Person) {
  const answer = await page.request.post('/ui/v1/session', {
    headers: { 'x-requested-with': 'playhead' },
    data: { session: { email, password: secret } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

export const environmentPath = ({ organization, environment }: World, rest: string) =>
  `/organizations/${organization.id}/environments/${environment.id}/${rest}`
