// Declarations of browser features that the type checker of Debian 12 (TypeScript 4.8) does not know yet.

interface Array<T> {
  findLast(predicate: (value: T, index: number) => boolean): T | undefined
  toSpliced(start: number, count: number, ...more: T[]): T[]
  toSorted(compare?: (a: T, b: T) => number): T[]
  with(index: number, value: T): T[]
}

interface Element {
  role: string | null
  ariaInvalid: string | null
}

interface Gamepad {
  readonly vibrationActuator?: {
    playEffect(type: string, effect: object): Promise<string>
  }
}

interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean }
}

declare class CompressionStream extends DecompressionStream {}
declare class DecompressionStream {
  constructor(format: string)
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>
}

declare module 'qrcode-generator' {
  export default function qrcode(version: number, correction: string): {
    addData(text: string, mode: string): void
    make(): void
    getModuleCount(): number
    isDark(row: number, column: number): boolean
  }
}
