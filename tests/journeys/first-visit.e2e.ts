import { expect } from '@playwright/test'
import { testWithProgram } from './own-program.ts'
import { password } from './world.ts'

const test = testWithProgram()
// The first visit happens once; what follows builds on it.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const email = 'mira@northlight.example'

test('AUTH-015 AUTH-028 AUTH-029 SHELL-025 whoever comes first to an empty server makes the account and the organization that run it', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible()
  await expect(page).toHaveTitle('Create the first account | Playhead')
  await expect(page.getByRole('button', { name: 'Use the demo account' })).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Kaur')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(
    page.getByRole('heading', { name: 'Create an organization to continue' }),
  ).toBeVisible()
  await page.getByLabel('Organization name').fill('Northlight TV')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/environments/)
  await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /Northlight TV/ })).toBeVisible()

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Operator' }).click()
  await expect(page).toHaveURL('/operator/organizations')
  await expect(page.getByRole('row', { name: /Northlight TV/ })).toBeVisible()
})

test('whoever comes second sees the ordinary sign-in, and is no staff', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  const refused = await page.request.post('/ui/v1/users', {
    headers: { 'x-requested-with': 'playhead' },
    data: {
      user: { email: 'late@northlight.example', first_name: 'Late', last_name: '', password },
    },
  })
  expect(refused.status()).toBeGreaterThanOrEqual(400)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
})

test('somebody who signs up later is no staff', async ({ page, program }) => {
  const later = { email: 'later@northlight.example', password }
  await program.command('user create', later)
  await page.goto('/login')
  await page.getByLabel('Email').fill(later.email)
  await page.getByLabel('Password', { exact: true }).fill(later.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Create an organization to continue' }),
  ).toBeVisible()
  await page.goto('/operator/organizations')
  await expect(page.getByText('Northlight TV')).toHaveCount(0)
  const answer = await page.request.get('/ui/v1/operator/organizations')
  expect(answer.status()).toBe(403)
})
