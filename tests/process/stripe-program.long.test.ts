import { afterAll, expect, test } from 'vitest'
import { startFakeStripe } from '@playhead/testing/stripe/fake-stripe.ts'
import { signInToDemo } from './dashboard-session.ts'
import { startProgram, temporaryFolder } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)
const stripe = await startFakeStripe()
afterAll(() => stripe.close())

test(
  'the program as shipped takes methods and events of Stripe, and says nothing of its keys',
  { timeout: 480_000 },
  async () => {
    const program = await startProgram({ PLAYHEAD_DATA: folder, ...stripe.settings })
    const send = async ({ body, headers }: ReturnType<typeof stripe.sign>) => {
      const address = `${program.url}/ui/v1/billing/provider-events`
      return (await fetch(address, { method: 'POST', body, headers })).status
    }
    try {
      const { call } = await signInToDemo(program)
      const form = await call('GET', '/ui/v1/setup-intent')
      const { data } = (await form.json()) as { data: { url: string } }
      const session = new URL(data.url).pathname.split('/').at(-1)!
      stripe.completeSession(session, 'pays')
      const saved = await call('POST', '/ui/v1/billing/payment-method', {
        payment_method: { id: session },
      })
      expect(await saved.json()).toMatchObject({ data: { label: 'Visa', last4: '4242' } })

      const event = stripe.account.events.at(-1)!
      expect(await send(stripe.sign(event))).toBe(200)
      expect(await send(stripe.sign(event, { secret: 'whsec_forged' }))).toBe(400)
      expect(program.output()).not.toMatch(/sk_test|whsec|4242/)
    } finally {
      await program.kill('SIGTERM')
    }
  },
)
