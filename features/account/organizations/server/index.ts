export { listOrganizationsOf } from './list-organizations-of.ts'
export { presentOrganization } from './present-organization.ts'
