import type { Organization, Session } from './session/session.ts'

export const ids = {
  organization: '11111111-1111-4111-8111-111111111111',
  environment: '22222222-2222-4222-8222-222222222222',
  otherOrganization: '33333333-3333-4333-8333-333333333333',
  otherEnvironment: '44444444-4444-4444-8444-444444444444',
  user: '55555555-5555-4555-8555-555555555555',
} as const

export const anOrganization = (overrides: Partial<Organization> = {}): Organization => {
  const id = overrides.id ?? ids.organization
  return {
    id,
    name: 'Northlight TV',
    authenticated: true,
    secondFactorMissing: false,
    isAdmin: true,
    tosRequired: false,
    marketplaceType: null,
    accountNotifications: [],
    subscription: { currentPlan: 'Custom' },
    features: {},
    properties: [
      { id: ids.environment, name: 'Production', type: 'production', organizationId: id },
    ],
    paymentDetails: null,
    billingInformation: null,
    ...overrides,
  }
}

export const aSession = (overrides: Partial<Session> = {}): Session => {
  const organization =
    overrides.organization === undefined ? anOrganization() : overrides.organization
  return {
    token: 'socket-token',
    currentUser: {
      id: ids.user,
      firstName: 'Mira',
      lastName: 'Kaur',
      email: 'mira@northlight.example',
      pendingEmail: null,
      organizationAdmin: organization?.isAdmin ?? false,
      oauthLogin: false,
      internal: false,
    },
    featureFlags: {},
    featureOverrides: [],
    currentEnvironment: organization
      ? {
          id: ids.environment,
          name: 'Production',
          type: 'production',
          organizationId: organization.id,
          url: null,
          status: 'integrated',
          key: 'env-key',
          createdAt: '2026-01-01T00:00:00.000Z',
        }
      : null,
    organization,
    organizations: organization ? [organization] : [],
    properties: organization?.properties ?? [],
    onboarding: false,
    masquerading: false,
    readOnly: false,
    visitor: false,
    build: 'build-1',
    ...overrides,
  }
}
