import { expect, type Page } from '@playwright/test'
import { testWithProgram } from './own-program.ts'
import { password } from './world.ts'

const test = testWithProgram()
// The first visit happens once; later tests build on it.
test.describe.configure({ mode: 'serial', timeout: 420_000 })

const email = 'mira@northlight.example'

const post = (page: Page, path: string, user: object) =>
  page.request.post(path, { headers: { 'x-requested-with': 'playhead' }, data: { user } })

test('AUTH-015 AUTH-028 AUTH-029 SHELL-025 with the printed link, and only with it, the account and the organization are made that run an empty server', async ({
  page,
  program,
}) => {
  const complaints: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Open the link in the terminal' })).toBeVisible()
  await expect(page).toHaveTitle('Create the first account | Playhead')
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Use the demo account' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(complaints).toEqual([])
  const stranger = {
    email: 'first@elsewhere.example',
    first_name: 'First',
    last_name: '',
    password,
  }
  expect((await post(page, '/ui/v1/users', stranger)).status()).toBe(403)
  const guess = await post(page, '/ui/v1/first-staff', { ...stranger, token: 'a guess' })
  expect(guess.status()).toBe(400)

  const link = await program.staffLink()
  const told: string[] = []
  page.on('request', (request) => told.push(request.url(), JSON.stringify(request.headers())))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Create the staff account' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Kaur')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(
    page.getByRole('heading', { name: 'Create an organization to continue' }),
  ).toBeVisible()
  // The secret was in no requested URL and in no referrer.
  expect(told.length).toBeGreaterThan(10)
  expect(told.join()).not.toContain(link.split('#')[1])
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

test('anyone who opens the link again is refused, and others see the ordinary sign-in', async ({
  page,
  program,
}) => {
  await page.goto(await program.staffLink())
  await page.getByLabel('Email').fill('late@northlight.example')
  await page.getByLabel('First name').fill('Late')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/This link has expired, was already used/)).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
})

test('a person who signs up later is no staff', async ({ page, program }) => {
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
