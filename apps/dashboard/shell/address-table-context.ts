import { createContext } from 'react'
import type { Address } from '../routing/address.ts'

export const AddressTable = createContext<Address[]>([])
