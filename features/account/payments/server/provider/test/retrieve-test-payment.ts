import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { testPayments } from '../../../test-payments-contract.ts'
import { findTestPage, presentTestPage } from './find-test-page.ts'

export const retrieveTestPayment: Handlers<typeof testPayments>['retrieve'] = async ({
  app,
  organization,
  params,
}) => ({ data: presentTestPage(await findTestPage(app, organization, params.id)) })
