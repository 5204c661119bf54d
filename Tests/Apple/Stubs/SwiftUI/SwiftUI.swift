// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of SwiftUI that the example uses, after https://developer.apple.com/documentation/swiftui: app, scene, view,
// viewbuilder, state, binding, environment, text, button, slider, sharelink, vstack and the modifiers of a view. It draws nothing.
public import Foundation
public import CoreImage
public import UniformTypeIdentifiers

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() { _ = Self().body }
}

@MainActor @preconcurrency
public protocol Scene {}

@MainActor @resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("a view without a body") }
}

/// Views that the system draws.
public protocol PlainView: View where Body == Never {}

extension PlainView {
  public var body: Never { fatalError("a view without a body") }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { fatalError("a view without a body") }
}

public struct TupleView<Contents>: PlainView {
  public let value: Contents
}

@MainActor @resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView(value: (repeat each content)) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { ConditionalContent(content: first) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent(content: second) }
}

public struct Text: PlainView {
  public let content: String
  public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
}

public struct Image: PlainView {
  public enum Interpolation: Hashable, Sendable { case none, low, medium, high }
  public init(decorative cgImage: CGImage, scale: CGFloat) {}
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  public func resizable() -> Image { self }
}

public struct ConditionalContent<TrueContent: View, FalseContent: View>: PlainView {
  let content: Any
}

public struct VStack<Content: View>: PlainView {
  public let content: Content
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

public struct Button<Label: View>: PlainView {
  public let label: Label
  public let action: @MainActor () -> Void
}

extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    (label, self.action) = (Text(title), action)
  }
}

public struct Slider: PlainView {
  public init<V: BinaryFloatingPoint>(value: Binding<V>, in bounds: ClosedRange<V> = 0...1)
  where V.Stride: BinaryFloatingPoint {}
}

public struct DefaultShareLinkLabel: PlainView {}

public struct ShareLink<Data, PreviewImage, PreviewIcon, Label: View>: PlainView {
  public let data: Data
}

extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
  public init<S: StringProtocol>(
    _ title: S, item: URL, subject: Text? = nil, message: Text? = nil
  ) where Data == CollectionOfOne<URL> {
    data = CollectionOfOne(item)
  }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      get: { wrappedValue[keyPath: keyPath] },
      set: {
        var value = wrappedValue
        value[keyPath: keyPath] = $0
      })
  }
}

@propertyWrapper
public struct State<Value> {
  final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box
  public init(wrappedValue value: Value) { box = Box(value) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
  }
}

public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

extension View {
  public func padding() -> some View { self }
  public func scaledToFit() -> some View { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
  ) -> some View { self }
}
