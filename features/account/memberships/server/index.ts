export { listOrganizationsOf } from './list-organizations-of.ts'
export { presentNotifications, presentOrganization } from './present-organization.ts'
