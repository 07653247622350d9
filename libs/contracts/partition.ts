import { crc32 } from 'node:zlib';

/** How many partitions there are; part of the contract, as it is in every subject. */
export const PARTITIONS = 64;

/**
 * The partition of a user's events: the CRC-32 (IEEE, as in zlib) of the user id's UTF-8 bytes modulo 64, as two
 * decimal digits. `alice` is in 07, `bob` in 00, `user-1` in 20.
 */
export const partitionOf = (userId: string): string => String(crc32(userId) % PARTITIONS).padStart(2, '0');
