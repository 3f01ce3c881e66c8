import type { ProviderState } from '../provider.ts'

interface TestMethod {
  id: string
  label: string
  description: string
  last4: string
  /** What becomes of a charge at once. */
  status: ProviderState['status']
  error: string | null
}

/** Invented payment methods: each has one outcome. */
export const testMethods: readonly TestMethod[] = [
  {
    id: 'test_succeeds',
    label: 'Test card that pays',
    description: 'Every charge succeeds.',
    last4: '0001',
    status: 'succeeded',
    error: null,
  },
  {
    id: 'test_declines',
    label: 'Test card that is declined',
    description: 'Every charge is declined.',
    last4: '0002',
    status: 'failed',
    error: 'Your card was declined.',
  },
  {
    id: 'test_action',
    label: 'Test card that asks for action',
    description: 'Every charge waits until an admin pays the invoice by its link.',
    last4: '0003',
    status: 'action_required',
    error: 'Your bank asks you to confirm this payment.',
  },
  {
    id: 'test_late',
    label: 'Test debit that succeeds late',
    description: 'Every charge succeeds a minute later.',
    last4: '0004',
    status: 'processing',
    error: null,
  },
]

export const testMethodOf = (id: string) => testMethods.find((method) => method.id === id)
