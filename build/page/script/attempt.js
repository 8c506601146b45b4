// Calls that a browser may refuse by throwing: storage that is switched off throws on mere access.

export function attempt(work, otherwise) {
  try {
    return work();
  } catch (error) {
    return otherwise;
  }
}
