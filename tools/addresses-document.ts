import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const dashboard = join(import.meta.dirname, '../apps/dashboard')

interface AddressModules {
  ownAddresses: unknown
  features: unknown
  addressTable: (own: unknown, features: unknown) => unknown
  describeAddresses: (table: unknown) => string
}

/** Loads one export at run time, because these files are type-checked with the browser's project. */
const load = async <Name extends keyof AddressModules>(file: string, name: Name) => {
  const loaded = (await import(pathToFileURL(join(dashboard, file)).href)) as AddressModules
  return loaded[name]
}

/** Every address of the dashboard with its gate and where it leads, one per line. SHELL-009 */
export const addressesDocument = async () => {
  const addressTable = await load('routing/address-table.ts', 'addressTable')
  const describeAddresses = await load('routing/address.ts', 'describeAddresses')
  const own = await load('addresses.ts', 'ownAddresses')
  return describeAddresses(addressTable(own, await load('features.ts', 'features')))
}
