package import Catalog

/// What reading every object again has shown.
package struct CacheVerification: Hashable, Sendable {
    /// Objects and their bytes that are as they were stored.
    package private(set) var intact = 0
    package private(set) var intactBytes = 0
    /// Sorted by key.
    package private(set) var faults: [Fault] = []

    /// Of a cache without objects.
    package init() {}

    package struct Fault: Hashable, Sendable {
        package var key: CacheKey
        package var fault: CacheFault
    }

    mutating func add(_ entry: CacheEntry, _ fault: CacheFault?) {
        if let fault {
            let place = faults.firstIndex { entry.key < $0.key } ?? faults.count
            faults.insert(Fault(key: entry.key, fault: fault), at: place)
        } else {
            intact += 1
            intactBytes += entry.length
        }
    }
}
